import type { CheckoutState } from '#contract/checkout-states.ts'

/**
 * The state machine of a checkout: each cause with the states that it may leave and the one that it
 * leads to. In any other state it changes nothing.
 *
 * `paid` is final: refunds and disputes are movements of the ledger. The provider's latest word
 * wins: a cancelled, failed or expired checkout becomes paid or processing when the provider says
 * so. A checkout in `review` waits until the host accepts or refunds it; it moves by itself only
 * when it turns out paid as agreed.
 */
const TRANSITIONS = {
  /** The provider has created a session or order. */
  started: { from: ['created'], to: 'awaiting_payer' },
  /** The provider has refused to create one. */
  refused: { from: ['created'], to: 'failed' },
  /** No session or order was ever given to a payer, and its time is over. */
  never_started: { from: ['created'], to: 'expired' },
  /** The payer has cancelled. */
  cancelled: { from: ['awaiting_payer'], to: 'cancelled' },
  /** The money is on its way, and may still fail to come. */
  processing: {
    from: ['created', 'awaiting_payer', 'failed', 'expired', 'cancelled'],
    to: 'processing',
  },
  /** The pending payment has taken nothing, and the payer may still pay. */
  untaken: { from: ['processing'], to: 'awaiting_payer' },
  /**
   * The payer has approved what had ended unpaid, and the provider is about to be asked for the money.
   * Never what they have cancelled.
   */
  resumed: { from: ['failed', 'expired'], to: 'awaiting_payer' },
  /** The provider says that the money will not come. */
  failed: { from: ['created', 'awaiting_payer', 'processing', 'cancelled'], to: 'failed' },
  /** The provider says that nobody can pay any more. */
  expired: { from: ['created', 'awaiting_payer', 'processing'], to: 'expired' },
  /** The provider has taken the money that was agreed. */
  paid: {
    from: ['created', 'awaiting_payer', 'processing', 'failed', 'expired', 'cancelled', 'review'],
    to: 'paid',
  },
  /** The host accepts the payment in place of the agreed one. */
  accepted: { from: ['review'], to: 'paid' },
  /** The host has refunded a payment that the ledger cannot hold. */
  refunded: { from: ['review'], to: 'cancelled' },
  /** The host's refund has failed, so the money is with the provider again. */
  returned: { from: ['cancelled'], to: 'review' },
  /** The payment differs from what was agreed. */
  disagreed: {
    from: ['created', 'awaiting_payer', 'processing', 'failed', 'expired', 'cancelled'],
    to: 'review',
  },
  /** The provider does not know our session or order, so nobody knows whether it was paid. */
  unknown: { from: ['created', 'awaiting_payer', 'processing'], to: 'review' },
} as const satisfies Record<string, { from: readonly CheckoutState[]; to: CheckoutState }>

export type Cause = keyof typeof TRANSITIONS

/** Returns the states in which a cause applies, and the state that it leads to. */
export function transitionOf(cause: Cause): { from: readonly CheckoutState[]; to: CheckoutState } {
  return TRANSITIONS[cause]
}

/** The states that only the provider can end; the reconciler keeps checking them. */
export const UNFINISHED = [
  'created',
  'awaiting_payer',
  'processing',
] as const satisfies readonly CheckoutState[]

/** Returns whether the payer has nothing left to do; money may still be refunded or disputed. */
export function isSettled(state: CheckoutState): boolean {
  return state === 'paid' || state === 'review'
}

/** Returns whether the ledger may have entries of a checkout that was last read in this state. */
export function mayHaveEntries(state: CheckoutState): boolean {
  // A cancelled checkout may have been refunded by the host, with both movements booked.
  return isSettled(state) || state === 'cancelled'
}
