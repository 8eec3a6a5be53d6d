import { AppError } from '#contract/app-error.ts'
import { CURRENCY } from '#contract/money.ts'
import type { Database } from '#server/infra/database/database.ts'
import { netOf } from '#server/payments/reading/money-effects.ts'
import type { Payment, PaymentProvider } from '#server/payments/provider.ts'
import { dropDuplicate, findDuplicate, keepDuplicate, type PaymentName } from './duplicate-store.ts'
import { requireProvider, type Providers } from '../providers.ts'

/*
 * A checkout has one session or order of its own. A second one that names the same checkout is a
 * mistake; if it is paid, the provider has its money, but the ledger does not.
 */

interface DuplicateDeps {
  database: Database
  providers: Providers
}

type Paid = Extract<Payment, { status: 'paid' }>

/** Fetches a second payment for a checkout, and stores for the host what is left of it. */
export async function noteDuplicate(
  { database, providers }: DuplicateDeps,
  { provider: name, ref }: PaymentName,
  checkoutId: string,
): Promise<void> {
  const provider = requireProvider(providers, { provider: name })
  const payment = await provider.find(ref)
  const leftCents = payment.status === 'paid' ? await findLeft(provider, payment) : 0
  if (payment.status !== 'paid' || leftCents <= 0) {
    await database.write(dropDuplicate, { provider: name, ref })
    return
  }
  await database.write(keepDuplicate, {
    provider: name,
    payment_ref: ref,
    checkout_id: checkoutId,
    capture_id: payment.capture.id,
    left_cents: leftCents,
    currency: payment.capture.currency,
    livemode: payment.livemode ? 1 : 0,
  })
}

/** Returns the cents of a payment that were not given back; fails if its history cannot be read. */
async function findLeft(provider: PaymentProvider, { ref, capture }: Paid): Promise<number> {
  const { id: captureId, amountCents, currency, refundedCents } = capture
  // The history of another currency cannot be read; the capture names its refunds.
  if (currency !== CURRENCY) return amountCents - (refundedCents ?? 0)
  const history = await provider.findHistory({
    ref,
    captureId,
    refundedCents,
    expected: [],
  })
  const [failure] = history.unread
  if (failure !== undefined) throw failure.error
  // The capture names its refunded amount before the list has the refunds.
  if (history.missing.includes(captureId)) return amountCents - (refundedCents ?? amountCents)
  return amountCents + netOf(history.movements)
}

/** See `Checkouts.refundDuplicate`. */
export async function refundDuplicate(
  { database, providers }: DuplicateDeps,
  name: PaymentName,
  idempotencyKey: string,
): Promise<void> {
  const duplicate = await findDuplicate(database.reader, name)
  if (duplicate === undefined) throw refusal('Nothing is left of this payment any more.')
  const provider = requireProvider(providers, name)
  if (provider.livemode !== (duplicate.livemode === 1)) {
    throw refusal('This payment is of another mode: real money and test money do not mix.')
  }
  await provider.refund(duplicate.capture_id, idempotencyKey)
  // If the refund fails later, an event tells of it, and the payment is stored again.
  await database.write(dropDuplicate, name)
}

function refusal(sentence: string): AppError {
  return new AppError('failed-precondition', sentence)
}
