import { AppError } from '#contract/app-error.ts'
import type { CaptureResult, Checkout, OwnDonation } from '#contract/checkouts.ts'
import type { Database } from '#server/infra/database/database.ts'
import { PROVIDER_DEFINITIONS } from '#server/payments/registry.ts'
import type { Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { findDonation, isShown } from '#server/features/ledger/ledger.ts'
import { findTextsOf, toOwnDonation } from '#server/features/names/names.ts'
import type { Settlement } from './checkouts.ts'
import type { CheckoutRow } from './store.ts'

export interface ViewDeps {
  database: Database
  leaderboard: Pick<Leaderboard, 'livemode' | 'catchUp' | 'positionOf'>
}

/** Returns the response to a capture; throws an error with a sentence if nothing was paid. */
export async function toCaptureResult(
  { checkout, declined }: Settlement,
  deps: ViewDeps,
): Promise<CaptureResult> {
  const { label } = PROVIDER_DEFINITIONS[checkout.provider]
  if (declined) throw declinedPayment(label)
  switch (checkout.state) {
    case 'paid':
      return { status: 'COMPLETED', donation: await findOwnDonation(checkout, deps) }
    case 'processing':
      return { status: 'PENDING', donation: null }
    case 'review':
      throw new AppError(
        'unknown',
        'Your payment needs a look by the host before it can be shown. Please do not pay again.',
      )
    case 'failed':
      throw declinedPayment(label)
    case 'created':
    case 'awaiting_payer':
    case 'expired':
    case 'cancelled':
      throw new AppError(
        'failed-precondition',
        `${label} has not taken this payment, and nothing was charged. Please try again.`,
      )
  }
}

/** Never says why: that would tell people who try stolen cards which of them work. */
function declinedPayment(label: string): AppError {
  return new AppError(
    'failed-precondition',
    `${label} declined this way of paying, and nothing was charged. Please choose another one.`,
  )
}

/**
 * Returns the donation of a checkout with its place on the board; null if there is none. The place
 * is null if the board does not show it, such as a donation of the other mode.
 */
export async function findOwnDonation(
  checkout: CheckoutRow,
  { database, leaderboard }: ViewDeps,
): Promise<OwnDonation | null> {
  if (checkout.state !== 'paid') return null
  const donation = await findDonation(database.reader, checkout.donation_id)
  if (donation === undefined) return null
  const isOnBoard = isShown(donation, leaderboard.livemode)
  const position = isOnBoard ? await leaderboard.positionOf(donation) : null
  const texts = await findTextsOf(database.reader, [donation.id])
  return toOwnDonation(donation, position, texts.get(donation.id))
}

/** Returns a checkout as its donor may see it; `id` is the one that they asked for. */
export function toView(checkout: CheckoutRow, id: string, donation: OwnDonation | null): Checkout {
  return {
    id,
    provider: checkout.provider,
    state: checkout.state,
    amountCents: checkout.amount_cents,
    donation,
  }
}
