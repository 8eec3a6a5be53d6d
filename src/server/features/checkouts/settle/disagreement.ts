import { CURRENCY } from '#contract/money.ts'
import type { Payment } from '#server/payments/provider.ts'
import type { CheckoutRow } from '../store.ts'

/**
 * Returns a sentence for how the payment differs from the checkout; such money waits for the host.
 * Returns undefined if they agree.
 */
export function findDisagreement(checkout: CheckoutRow, payment: Payment): string | undefined {
  if (payment.checkoutId !== checkout.id) return 'The payment belongs to another checkout.'
  if (payment.livemode !== (checkout.livemode === 1)) return 'The payment is of another mode.'
  const money = payment.status === 'paid' ? payment.capture : payment
  if (money.currency !== CURRENCY) return `The payment is in ${money.currency}.`
  const agreedCents = checkout.accepted_cents ?? checkout.amount_cents
  if (money.amountCents !== agreedCents) {
    return `The payment is of ${money.amountCents} cents, not of ${agreedCents}.`
  }
  return undefined
}
