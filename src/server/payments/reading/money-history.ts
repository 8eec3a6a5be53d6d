import type { AppError } from '#contract/app-error.ts'
import type { HistoryPart, LedgerKind } from '#server/infra/database/schema/schema.ts'

/** Money that went back after a capture, or came again. */
export interface Movement {
  kind: Exclude<LedgerKind, 'capture'>
  /** The refund's or dispute's id. */
  objectId: string
  /** Above zero, whichever way the money went. */
  amountCents: number
}

/** A refund or dispute by its id. */
export interface ObjectRef {
  part: HistoryPart
  id: string
}

/** A captured payment whose money may have moved since. */
export interface CapturedPayment {
  ref: string
  captureId: string
  /** What refunds have taken, as the capture itself says; null where it does not. */
  refundedCents: number | null
  /** Since when the capture says more than is listed, Unix ms by our clock; null where it did not. */
  unlistedSince?: number | null
  /** Refunds and disputes that events or the ledger have named. */
  expected: readonly ObjectRef[]
}

/** What became of a payment's money, as far as its provider lets us read it. */
export interface MoneyHistory {
  /**
   * Every movement so far, in the order in which each object's came. A refund that is under way has
   * left; one that failed has left and come back. A dispute holds what no refund has settled.
   */
  movements: Movement[]
  /** Every refund and dispute that was read, also those that move nothing. */
  objectIds: string[]
  /** Each part that could not be read, and why. */
  unread: { part: HistoryPart; error: AppError }[]
  /**
   * What the provider speaks of elsewhere and does not list or know yet: the ids that were expected,
   * or the capture which itself says that more went back. Its lists lag behind by seconds.
   */
  missing: string[]
  /** Sentences for the host about movements that may be others than those here. */
  doubts: string[]
}
