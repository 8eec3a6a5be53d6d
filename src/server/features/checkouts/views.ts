import { AppError } from '#contract/app-error.ts'
import { PAYMENT_CANCELLED } from '#contract/checkout-states.ts'
import type { CaptureResult, Checkout, OwnDonation } from '#contract/checkouts.ts'
import { PROVIDER_DEFINITIONS } from '#server/payments/registry.ts'
import type { Settlement } from './checkouts.ts'
import type { FindOwnDonation } from './own-donation.ts'
import type { CheckoutRow } from './store.ts'

/** Returns the response to a capture; throws an error with a sentence if nothing was paid. */
export async function toCaptureResult(
  { checkout, declined }: Settlement,
  findOwnDonation: FindOwnDonation,
): Promise<CaptureResult> {
  const { label } = PROVIDER_DEFINITIONS[checkout.provider]
  if (declined) throw declinedPayment(label)
  switch (checkout.state) {
    case 'paid':
      return { status: 'COMPLETED', donation: await findOwnDonation(checkout) }
    case 'processing':
      return { status: 'PENDING', donation: null }
    case 'review':
      throw new AppError(
        'unknown',
        'Your payment needs a look by the host before it can be shown. Please do not pay again.',
      )
    case 'failed':
      throw declinedPayment(label)
    case 'cancelled':
      throw new AppError(
        'failed-precondition',
        'This payment was cancelled, and nothing was charged. To pay, please begin again.',
        { reason: PAYMENT_CANCELLED },
      )
    case 'created':
    case 'awaiting_payer':
    case 'expired':
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
