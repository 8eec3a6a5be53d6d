import type { AppError } from '#contract/app-error.ts'
import type { HistoryPart, LedgerKind } from '#server/infra/database/schema/schema.ts'

/** A movement of money after a capture, away or back. */
export interface Movement {
  kind: Exclude<LedgerKind, 'capture'>
  /** The id of the refund or dispute. */
  objectId: string
  /** The positive amount, in either direction. */
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
  /** The sum of the refunds according to the capture itself; null if it does not contain it. */
  refundedCents: number | null
  /**
   * The time since when the capture shows more refunds than are listed, Unix ms by our clock; null
   * if it does not.
   */
  unlistedSince?: number | null
  /** Refunds and disputes that events or the ledger have named. */
  expected: readonly ObjectRef[]
}

/** A dispute of a payment, or an inquiry before one, as the host must know of it. */
export interface DisputeState {
  /** The id of its movements in the ledger. */
  id: string
  isOpen: boolean
  amountCents: number
  /** ISO 4217 code. */
  currency: string
  /** The time by which the provider wants a response from the host, Unix ms; null if it wants none. */
  respondBy: number | null
}

/** The movements of a payment's money, as far as its provider lets us read them. */
export interface MoneyHistory {
  /**
   * All movements so far, those of each object in order. A pending refund has left; one that failed
   * has left and come back. A dispute holds what no refund has settled.
   */
  movements: Movement[]
  /** All refunds and disputes that were read, also those that move nothing. */
  objectIds: string[]
  /** The disputes that were read, open or not. */
  disputes: DisputeState[]
  /** The parts that could not be read, with the reason. */
  unread: { part: HistoryPart; error: AppError }[]
  /**
   * Objects that the provider mentions elsewhere and does not list yet: expected ids, or the
   * capture whose refunded amount is higher than the listed refunds. Its lists lag behind by
   * seconds.
   */
  missing: string[]
  /** Sentences for the host about movements that are uncertain. */
  doubts: string[]
}
