import { describeBoard, type BoardId, type BoardSpan } from '#contract/boards.ts'
import { formatAmount } from '#contract/money.ts'
import { isNamed } from '#contract/stand-in-names.ts'
import type { Letter } from '#server/infra/mail/letter.ts'
import { isLinkLike } from '#server/infra/mail/link-like.ts'

/** The facts that a reminder tells. */
export interface ReminderFacts {
  title: string
  isLive: boolean
  /** The board of the places: with sums of donors, or with single donations. */
  board: BoardId
  /** The place that the donor had, if it is certain, and the one that they have now. */
  formerPlace: number | undefined
  place: number
  /** The place to take: the former one, or the one above all who passed. */
  targetPlace: number
  /** The donor's highest donation or sum, and that of who passed them, in cents. */
  amountCents: number
  passer: { name: string; amountCents: number }
  /** The least donation that takes the target place, in cents. */
  targetCents: number
  boardUrl: string
  /** The address of the page that ends the reminders, and at which mail programs end them. */
  endUrl: string
}

/** Writes the mail to a donor who was passed. */
export function writeReminder(facts: ReminderFacts): Letter {
  const { title, isLive, formerPlace, place, targetPlace, passer, boardUrl, endUrl } = facts
  const target = formatAmount(facts.targetCents)
  const [take, was] =
    formerPlace === undefined
      ? ['take', 'You are']
      : ['retake', `You were at place ${formerPlace} and are`]
  const { ranks, span } = describeBoard(facts.board)
  const inAll = ranks === 'donor' ? SUMMED[span] : ''
  const subject = `Somebody passed you: ${target} to ${take} place ${targetPlace}`
  return {
    title,
    subject: isLive ? subject : `[Test] ${subject}`,
    notice: isLive ? undefined : 'Test mode: no real money moves.',
    greeting: 'Hello,',
    lead: `${nameOf(passer.name)} has passed you with ${formatAmount(passer.amountCents)}${inAll}.`,
    details: `${was} at place ${place} now, with ${formatAmount(facts.amountCents)}${inAll}. A donation of ${target} would ${take} place ${targetPlace}, as the board is now.`,
    facts: [],
    link: { label: 'See the leaderboard', url: boardUrl },
    footer: `You get this at most once a day, because you turned reminders on at ${boardUrl}/me.`,
    endLink: { label: 'End these reminders', url: endUrl },
  }
}

/** The words after a sum, by what was added up. */
const SUMMED: Record<BoardSpan, string> = {
  'all-time': ' in all',
  today: ' today',
  week: ' this week',
  month: ' this month',
  round: ' in this round',
}

/** Mail programs turn text like an address into a link, and donors choose their names. */
function nameOf(name: string): string {
  return isNamed(name) && !isLinkLike(name) ? name : 'Somebody'
}
