import type { CheckoutClaim } from '../claims.ts'
import type { Label } from '../failures/failures.ts'
import type { Listing } from './listing.ts'

/** A line of the account's own statement: one movement of its balance. */
export interface StatementLine {
  id: string
  /** Unix ms, by the provider's clock. */
  at: number
  /** `other` is a word of the provider's that we do not know. */
  kind: 'payment' | 'refund' | 'dispute' | 'fee' | 'other'
  /** The provider's own word for it. */
  type: string
  /** The charge or capture that it is about, as `Capture.id` names it; null where it names none. */
  captureId: string | null
  /** The provider's id of what moved the money: a charge, a refund, a dispute. */
  objectId: string | null
  /** The checkout that it names; null where it names none, or another installation's. */
  claim: CheckoutClaim | null
  /**
   * What it did to the payment's money: below zero where money left. 0 for what has not moved: a
   * payment that is under way, a refund that came to nothing.
   */
  grossCents: number
  /** What the provider took for itself; below zero where it gave a fee back. */
  feeCents: number
  netCents: number
  /** The currency of the cents: ISO 4217, upper case. */
  currency: string
}

export interface StatementPage extends Listing<StatementLine> {
  /** The time up to which the provider has written its statement; Infinity where it does not say. */
  completeUntil: number
}

/** Times in Unix ms, by the provider's clock; `to` is the first that is out of it. */
export interface Span {
  from: number
  to: number
}

/** The account's own statement, which may have lines of other software too. */
export interface StatementSource {
  readonly label: Label
  /** After so long a line that belongs on the statement stands there. */
  readonly lateByMs: number
  /** Whether a dispute may be open without a line that takes its money. */
  readonly mayOmitHolds: boolean
  /** Says that our key may not read it, and what to do. */
  readonly denial: string
  /** Reads it page by page, in any order. Fails as other calls do. */
  read(span: Span): AsyncIterable<StatementPage>
}
