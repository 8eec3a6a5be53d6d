import { CHECKOUT_STATES, type CheckoutState } from '#contract/checkout-states.ts'

/**
 * Which states a checkout may leave for which. `paid` is never left: refunds and disputes are
 * movements of their own. Late truth wins: what failed, expired or was cancelled may turn out paid.
 */
const NEXT_STATES: Record<CheckoutState, readonly CheckoutState[]> = {
  created: ['awaiting_payer', 'processing', 'paid', 'failed', 'expired', 'cancelled', 'review'],
  awaiting_payer: ['processing', 'paid', 'failed', 'expired', 'cancelled', 'review'],
  processing: ['paid', 'failed', 'review'],
  failed: ['processing', 'paid', 'review'],
  expired: ['processing', 'paid', 'review'],
  cancelled: ['processing', 'paid', 'review'],
  review: ['paid'],
  paid: [],
}

/** The states from which `state` may be entered. */
export function statesBefore(state: CheckoutState): CheckoutState[] {
  return CHECKOUT_STATES.filter((before) => NEXT_STATES[before].includes(state))
}

/** Whether there is nothing left that the provider could still tell us by itself. */
export function isSettled(state: CheckoutState): boolean {
  return state === 'paid' || state === 'review'
}
