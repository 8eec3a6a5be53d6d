import { randomUUID } from 'node:crypto'
import type { ProviderName } from '#contract/checkout-states.ts'
import { AppError } from '#contract/app-error.ts'
import type { Campaign } from '#contract/campaign.ts'
import { ProofNeededError } from '#server/features/card-testing/card-testing.ts'
import type { Checkouts } from '#server/features/checkouts/checkouts.ts'
import type { DrillPayment } from './compare.ts'
import type { StandIns } from './stand-ins.ts'

export interface PayersDeps {
  checkouts: Pick<Checkouts, 'begin' | 'recognise'>
  /** The limits of one donation, and those for everybody; each read gives the latest. */
  campaign: {
    readonly limits: { minCents: number; maxCents: number }
    readonly current: Pick<Campaign, 'spendingLimits'>
  }
  standIns: StandIns
  publicUrl: string
}

/** What a script wants of a payment; the limits of one donation bound it. */
export interface PaymentWish {
  amountCents?: number
}

/** One word each, since the board shows the first word of a payer's name. */
const NAMES = ['Vega', 'Rigel', 'Altair', 'Deneb', 'Mira', 'Spica', 'Castor', 'Atria', 'Polaris']

/** The amounts that payers give in turn, cents. */
const AMOUNTS_CENTS = [700, 1_200, 1_900, 2_600, 3_300, 4_100, 5_800]

/** Returns the most that a new donor can give at once, cents. */
export function findMostCents({ limits, current }: PayersDeps['campaign']): number {
  const { dayCents, weekCents } = current.spendingLimits
  return Math.min(limits.maxCents, dayCents ?? Infinity, weekCents ?? Infinity)
}

/**
 * Begins a checkout and pays it at the stand-in, as a donor of their own who does not come back to
 * the page. The donor has no account, so that no mail can reach anybody.
 */
export async function payOnce(
  { checkouts, campaign, standIns, publicUrl }: PayersDeps,
  { index, provider, ...wish }: PaymentWish & { index: number; provider: ProviderName },
): Promise<DrillPayment> {
  const { minCents } = campaign.limits
  const wished = wish.amountCents ?? AMOUNTS_CENTS[index % AMOUNTS_CENTS.length] ?? minCents
  const amountCents = Math.max(minCents, Math.min(findMostCents(campaign), wished))
  const intent = {
    userId: `drill-${randomUUID()}`,
    provider,
    amountCents,
    disclaimer: undefined,
    returnUrl: publicUrl,
    addressKey: null,
    proof: null,
  }
  const { ref, url } = await checkouts.begin(intent).catch(refuseProof)
  const payer = `Drill-${NAMES[index % NAMES.length]}`
  await (url === null || provider === 'paypal'
    ? standIns.approve(ref, payer)
    : standIns.payByCard(url, payer))
  const checkout = await checkouts.recognise(provider, { paymentRef: ref, captureId: null })
  if (checkout === undefined || checkout === 'foreign') {
    throw new Error(`The checkout of ${ref} is unknown.`)
  }
  const { id: checkoutId, donation_id: donationId } = checkout
  return { provider, ref, checkoutId, donationId, amountCents, leftCents: amountCents }
}

function refuseProof(error: unknown): never {
  if (!(error instanceof ProofNeededError)) throw error
  throw new AppError(
    'failed-precondition',
    'The brake against card testing is on and stops drills too: try again when it is off.',
    { cause: error },
  )
}
