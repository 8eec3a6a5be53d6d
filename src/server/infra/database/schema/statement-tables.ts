import type { ProviderName } from '#contract/checkout-states.ts'

/** Lines of a provider's statement that belong to our payments; none of other software's. */
export interface StatementLinesTable {
  provider: ProviderName
  livemode: 0 | 1
  /** The provider's id of the line. */
  line_id: string
  /** The payment that it belongs to. */
  checkout_id: string
  /** The provider's id of the object that moved the money. */
  object_id: string | null
  kind: string
  /** The provider's own name of the line's type. */
  type: string
  /** Unix ms, by the provider's clock. */
  at: number
  gross_cents: number
  fee_cents: number
  net_cents: number
  currency: string
}

/** The results of comparing a provider's statement with the ledger, by mode. */
export interface StatementMarksTable {
  provider: ProviderName
  livemode: 0 | 1
  /** The account whose statement it was; null if it was not known. */
  provider_account: string | null
  /** The end of the last day that was compared, Unix ms by the provider's clock; null before the first. */
  compared_until: number | null
  tried_at: number
  /** The result of the last comparison, or the reason why there was none; JSON. */
  report: string
}

/** Payments on which statement and ledger differ. */
export interface StatementDriftsTable {
  checkout_id: string
  provider: ProviderName
  livemode: 0 | 1
  statement_cents: number
  ledger_cents: number
}
