import { AppError } from '#contract/app-error.ts'
import { CURRENCY } from '#contract/money.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { ObjectRef, Payment, PaymentProvider } from '#server/payments/provider.ts'
import { confirmCapture } from '../settle/book.ts'
import { readHistory, requireWhole } from '../settle/history.ts'
import { requireProvider, type Providers } from '../providers.ts'
import { acceptReview, refundReview } from './review-store.ts'
import { findById, type CheckoutRow } from '../store.ts'

export interface ReviewDeps {
  database: Database
  providers: Providers
  bus: Bus
  clock: () => number
}

/** See `Checkouts.acceptReview`. */
export async function accept(deps: ReviewDeps, id: string): Promise<void> {
  const reviewed = await fetchReviewed(deps, id)
  const { currency } = reviewed.payment.capture
  if (currency !== CURRENCY) {
    throw refusal(`Only US dollars can be accepted, and this payment is in ${currency}.`)
  }
  await bookReviewed(deps, reviewed, [])
}

/** See `Checkouts.refundReview`. */
export async function refund(deps: ReviewDeps, id: string, idempotencyKey: string): Promise<void> {
  const reviewed = await fetchReviewed(deps, id)
  const { provider, payment } = reviewed
  const made = await provider.refund(payment.capture.id, idempotencyKey)
  // The ledger is in US dollars only; a refund that fails later is booked as usual for those.
  if (payment.capture.currency === CURRENCY) {
    return bookReviewed(deps, reviewed, made === null ? [] : [made])
  }
  await deps.database.write(refundReview, { id, at: deps.clock() })
}

/** Books the payment in its own amount with its history, which must contain `expected`. */
async function bookReviewed(
  deps: ReviewDeps,
  { checkout, payment }: Reviewed,
  expected: readonly ObjectRef[],
): Promise<void> {
  const { database, bus, clock } = deps
  const history = await readHistory(deps, checkout, { capture: payment.capture, expected })
  requireWhole(history, expected)
  const confirmed = confirmCapture(checkout, payment, history, clock())
  const version = await database.write(acceptReview, confirmed)
  if (version === null) throw refusal('This payment was booked already.')
  bus.publish()
}

interface Reviewed {
  checkout: CheckoutRow
  provider: PaymentProvider
  payment: Extract<Payment, { status: 'paid' }>
}

/** Fetches the payment; fails unless it is paid, ours and of this mode. */
async function fetchReviewed({ database, providers }: ReviewDeps, id: string): Promise<Reviewed> {
  const checkout = await findById(database.reader, id)
  const ref = checkout?.provider_ref ?? null
  if (checkout?.state !== 'review' || ref === null) {
    throw refusal('This payment is not in review any more.')
  }
  const provider = requireProvider(providers, checkout)
  const payment = await provider.find(ref, checkout.pending_capture_id)
  if (payment.checkoutId !== id) throw refusal('This payment belongs to another checkout.')
  if (payment.livemode !== (checkout.livemode === 1)) {
    throw refusal('This payment is of another mode: real money and test money do not mix.')
  }
  if (payment.status !== 'paid') throw refusal('Nothing has been paid of this yet.')
  return { checkout, provider, payment }
}

function refusal(sentence: string): AppError {
  return new AppError('failed-precondition', sentence)
}
