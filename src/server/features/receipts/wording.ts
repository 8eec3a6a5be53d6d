import type { Campaign } from '#contract/campaign.ts'
import { formatAmount } from '#contract/money.ts'
import type { ReceiptKind } from '#server/infra/database/schema/schema.ts'
import type { Letter } from '#server/infra/mail/letter.ts'
import { isLinkLike } from '#server/infra/mail/link-like.ts'

/** The facts that a receipt tells. */
export interface ReceiptFacts {
  kind: ReceiptKind
  /** The amount that was donated, refunded or brought back by a failed refund, in cents. */
  amountCents: number
  /** The donation's amount when it was made, in cents. */
  donatedCents: number
  /** The part that was refunded until now, in cents. */
  refundedCents: number
  /** The part that counts now, in cents. */
  countedCents: number
  donationId: string
  /** The payer's given name; null if the provider named none. */
  donorName: string | null
  /** True if the board of its mode shows the donation. */
  isShown: boolean
  isLive: boolean
  /** The time when the server booked it, Unix ms. */
  bookedAt: number
  boardUrl: string
  /** The campaign at the time of the donation. */
  campaign: Pick<Campaign, 'title' | 'cause' | 'recipient'>
}

/** Writes the receipt for the donor. */
export function writeReceipt(facts: ReceiptFacts): Letter {
  const { isLive, donationId, boardUrl } = facts
  const { subject, lead, details, amountLabel } = WORDINGS[facts.kind](facts)
  return {
    title: facts.campaign.title,
    subject: isLive ? subject : `[Test] ${subject}`,
    notice: isLive ? undefined : 'Test mode: no real money moved.',
    greeting: greet(facts.donorName),
    lead,
    details,
    facts: [
      { label: amountLabel, value: formatAmount(facts.amountCents) },
      { label: 'Date', value: `${moments.format(facts.bookedAt)} UTC` },
      { label: 'Donation', value: donationId },
      ...nameCampaign(facts.campaign),
    ],
    link: { label: 'See the leaderboard', url: boardUrl },
    footer: `You get this message because somebody donated with your account at ${boardUrl}.`,
  }
}

/** Says what the money is for and who receives it, as far as the host has said so. */
function nameCampaign({ title, cause, recipient }: ReceiptFacts['campaign']): Letter['facts'] {
  return [
    { label: 'Campaign', value: title },
    { label: 'For', value: cause },
    { label: 'Received by', value: recipient.name },
    { label: 'Contact', value: recipient.contact },
  ].filter(({ value }) => value !== '')
}

interface Wording {
  subject: string
  lead: string
  details: string
  amountLabel: string
}

const WORDINGS: Record<ReceiptKind, (facts: ReceiptFacts) => Wording> = {
  donation: (facts) => ({
    subject: `Thank you for your donation of ${formatAmount(facts.amountCents)}`,
    lead: `Thank you for your donation of ${formatAmount(facts.amountCents)}.`,
    details: `${describePlace(facts)} As you have accepted: this is for entertainment only, and there are no refunds.`,
    amountLabel: 'Amount',
  }),
  refund: (facts) => {
    const { amountCents, donatedCents } = facts
    const isWhole = amountCents === donatedCents
    const what = `your donation of ${formatAmount(donatedCents)}`
    return {
      subject: `${formatAmount(amountCents)} is on its way back to you`,
      lead: `${isWhole ? capitalise(what) : `${formatAmount(amountCents)} of ${what}`} is on its way back to you.`,
      details: `It goes to where you paid from; how long that takes is up to your bank or wallet. ${describeRest(facts)}`,
      amountLabel: 'Refund',
    }
  },
  refund_reversal: ({ amountCents, countedCents }) => ({
    subject: `The refund of ${formatAmount(amountCents)} could not be completed`,
    lead: `The refund of ${formatAmount(amountCents)} could not be completed${countedCents > 0 ? '; your donation counts again' : ''}.`,
    details: 'The money could not be brought back to you, so it is part of your donation again.',
    amountLabel: 'Refund',
  }),
}

/** Says where the donation is shown, which may have changed since it was paid. */
function describePlace({ countedCents, isShown }: ReceiptFacts): string {
  if (countedCents <= 0) return 'It no longer counts on the leaderboard.'
  if (isShown) return 'It is in the Royale now.'
  return 'It has come, and it counts. Your payment came without a name, so the leaderboard shows nothing of it to others; only you see it there, as “A donor”, while you are logged in.'
}

function describeRest(facts: ReceiptFacts): string {
  const { amountCents, donatedCents, refundedCents, countedCents, isShown } = facts
  if (countedCents > 0) {
    const where = isShown ? 'On the leaderboard the' : 'The'
    return `${where} donation counts with the ${formatAmount(countedCents)} that is left of it.`
  }
  const isAllBack = refundedCents >= donatedCents && amountCents < donatedCents
  return `${isAllBack ? 'All of it has gone back by now: the' : 'The'} donation no longer counts on the leaderboard.`
}

const moments = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

// Somebody who donates with an account of another person's address must not get a link into our
// mail.
function greet(name: string | null): string {
  return name === null || isLinkLike(name) ? 'Hello,' : `Hello ${name},`
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
