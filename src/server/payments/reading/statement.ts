import type { CheckoutClaim } from '../claims.ts'
import type { Listing } from './listing.ts'

/** A line of the account's own statement: one change of its balance. */
export interface StatementLine {
  id: string
  /** Unix ms, by the provider's clock. */
  at: number
  /** The kind; `other` for a type of the provider's that we do not know. */
  kind: 'payment' | 'refund' | 'dispute' | 'fee' | 'other'
  /** The provider's own name of the type. */
  type: string
  /** The charge or capture of the line, as in `Capture.id`; null if it names none. */
  captureId: string | null
  /** The provider's id of the object that moved the money: a charge, a refund, a dispute. */
  objectId: string | null
  /** The checkout that it names; null if it names none, or another installation's. */
  claim: CheckoutClaim | null
  /**
   * The change of the payment's money, negative if money left. 0 if nothing has moved: a pending
   * payment, a failed refund.
   */
  grossCents: number
  /** The provider's fee; negative if it returned a fee. */
  feeCents: number
  netCents: number
  /** The currency of the cents: ISO 4217 code in upper case. */
  currency: string
}

export interface StatementPage extends Listing<StatementLine> {
  /** The time up to which the provider's statement is complete; Infinity if it does not say. */
  completeUntil: number
}

/** A span of time, Unix ms by the provider's clock; `to` is the first that is out of it. */
export interface Span {
  from: number
  to: number
}

/** The account's own statement, which may have lines of other software too. */
export interface StatementSource {
  readonly label: string
  /** The longest delay, ms, with which a line appears on the statement. */
  readonly lateByMs: number
  /** True if a dispute may be open without a line that takes its money. */
  readonly mayOmitHolds: boolean
  /** The sentence for the host if our key may not read it, with the remedy. */
  readonly denial: string
  /** Yields it page by page, in any order. Fails as other calls do. */
  read(span: Span): AsyncIterable<StatementPage>
}
