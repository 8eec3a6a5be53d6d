import { findIfKnown } from '#server/payments/reading/history-parts.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import { isFromPayer, type SettleTrigger } from './settle-trigger.ts'
import type { CheckoutRow } from '../store.ts'

/** Returns whether the host refunded money that the ledger cannot hold. */
export function wasRefundedByHost({ state, accepted_cents }: CheckoutRow): boolean {
  return state === 'cancelled' && accepted_cents === 0
}

/**
 * Returns a sentence for the host if their refund has failed, which may happen days later, and the
 * money is with the provider again. Returns undefined without a request if the payer's page asks,
 * because it does so often.
 */
export async function findFailedRefund(
  provider: PaymentProvider,
  ref: string,
  trigger: SettleTrigger,
): Promise<string | undefined> {
  if (isFromPayer(trigger)) return undefined
  const payment = await findIfKnown(() => provider.find(ref))
  if (payment?.status !== 'paid' || payment.hasMoved) return undefined
  return `The payment is in ${payment.capture.currency}, and giving it back has failed.`
}
