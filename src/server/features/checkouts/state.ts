import type { CheckoutState } from '#contract/checkout-states.ts'

/**
 * The life of a checkout: each cause that may move it, from where, and to where. Anything else
 * leaves it as it is.
 *
 * `paid` is never left: refunds and disputes are movements of their own. Late truth wins: what was
 * cancelled, failed or ran out of time becomes paid, or is under way again, when the provider says
 * so. What is in `review` waits for the host, who accepts it or gives it back; it moves by itself only
 * when it turns out paid as agreed.
 */
const TRANSITIONS = {
  /** The provider has answered our creation of a session or order. */
  started: { from: ['created'], to: 'awaiting_payer' },
  /** The provider has refused to create one. */
  refused: { from: ['created'], to: 'failed' },
  /** No session or order was ever handed to a payer, and its time is over. */
  never_started: { from: ['created'], to: 'expired' },
  /** The payer has turned back. */
  cancelled: { from: ['awaiting_payer'], to: 'cancelled' },
  /** The money is on its way, and may still fail to come. */
  processing: {
    from: ['created', 'awaiting_payer', 'failed', 'expired', 'cancelled'],
    to: 'processing',
  },
  /** What was under way has taken nothing, and the payer may still pay. */
  untaken: { from: ['processing'], to: 'awaiting_payer' },
  /** The provider says that the money will not come. */
  failed: { from: ['created', 'awaiting_payer', 'processing', 'cancelled'], to: 'failed' },
  /** The provider says that nobody can pay any more. */
  expired: { from: ['created', 'awaiting_payer', 'processing'], to: 'expired' },
  /** The provider has taken the money that was agreed. */
  paid: {
    from: ['created', 'awaiting_payer', 'processing', 'failed', 'expired', 'cancelled', 'review'],
    to: 'paid',
  },
  /** The host takes what the provider has in place of what was agreed. */
  accepted: { from: ['review'], to: 'paid' },
  /** The host gives back what the provider has, and the ledger cannot hold. */
  refunded: { from: ['review'], to: 'cancelled' },
  /** What the host gave back is with the provider again. */
  returned: { from: ['cancelled'], to: 'review' },
  /** What the provider has is not what was agreed. */
  disagreed: {
    from: ['created', 'awaiting_payer', 'processing', 'failed', 'expired', 'cancelled'],
    to: 'review',
  },
  /** The provider does not know what we made there, and so nobody knows whether it was paid. */
  unknown: { from: ['created', 'awaiting_payer', 'processing'], to: 'review' },
} as const satisfies Record<string, { from: readonly CheckoutState[]; to: CheckoutState }>

export type Cause = keyof typeof TRANSITIONS

/** The move that a cause makes, and the states in which it may make it. */
export function transitionOf(cause: Cause): { from: readonly CheckoutState[]; to: CheckoutState } {
  return TRANSITIONS[cause]
}

/** Where the provider alone can say what happens next; the reconciler keeps asking. */
export const UNFINISHED = [
  'created',
  'awaiting_payer',
  'processing',
] as const satisfies readonly CheckoutState[]

/** Whether the payer's part of it is over and told; money may still move back. */
export function isSettled(state: CheckoutState): boolean {
  return state === 'paid' || state === 'review'
}

/** Returns whether the ledger may have money of a checkout that was last read in this state. */
export function mayHaveEntries(state: CheckoutState): boolean {
  // What the host gave back is cancelled, with both of its movements booked.
  return isSettled(state) || state === 'cancelled'
}
