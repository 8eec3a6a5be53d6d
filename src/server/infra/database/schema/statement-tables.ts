import type { ProviderName } from '#contract/checkout-states.ts'

/** What a provider's own statement says of payments of ours; nothing of other software's. */
export interface StatementLinesTable {
  provider: ProviderName
  livemode: 0 | 1
  /** The provider's id of the line. */
  line_id: string
  /** The payment that it is of, as the ledger knows it. */
  checkout_id: string
  /** The provider's id of what moved the money. */
  object_id: string | null
  kind: string
  /** The provider's own word for what it is. */
  type: string
  /** Unix ms, by the provider's clock. */
  at: number
  gross_cents: number
  fee_cents: number
  net_cents: number
  currency: string
}

/** How a provider's statement compared with the ledger, by mode. */
export interface StatementMarksTable {
  provider: ProviderName
  livemode: 0 | 1
  /** Names the account whose statement it was; null where nobody knew. */
  provider_account: string | null
  /** The end of the last day that was compared, Unix ms by the provider's clock; null before the first. */
  compared_until: number | null
  tried_at: number
  /** What the last comparison found, or why there was none; JSON. */
  report: string
}

/** Payments of which statement and ledger differ. */
export interface StatementDriftsTable {
  checkout_id: string
  provider: ProviderName
  livemode: 0 | 1
  statement_cents: number
  ledger_cents: number
}
