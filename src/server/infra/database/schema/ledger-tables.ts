import type { Generated } from 'kysely'
import type { DonationState } from '#contract/host/donations.ts'
import type { ProviderName } from '#contract/checkout-states.ts'

/** 1 for real money, 0 for test money. */
export type Livemode = 0 | 1

/** Movements of money, one row each; the database refuses to update or delete them. */
export interface LedgerEntriesTable {
  id: Generated<number>
  provider: ProviderName
  /**
   * The provider's id of the charge, capture, refund or dispute; `toEntryObjectId` adds `#2`,
   * `#3` … for each later change at the provider.
   */
  object_id: string
  kind: LedgerKind
  checkout_id: string
  donation_id: string
  amount_cents: number
  livemode: 0 | 1
  created_at: number
}

export type LedgerKind =
  | 'capture'
  | 'refund'
  | 'refund_reversal'
  | 'dispute_open'
  | 'dispute_won'
  | 'dispute_lost'

/**
 * The ledger's sums by quarter of an hour, of which the days of every time zone are made. They are
 * written in the transaction of the entries.
 */
export interface LedgerSumsTable {
  livemode: Livemode
  /** The beginning of the quarter of an hour, Unix ms. */
  starts_at: number
  provider: ProviderName
  kind: LedgerKind
  amount_cents: number
  /** The number of entries. */
  entries: number
}

/** The ledger's sums by donation, with the columns by which a host filters donations. */
export interface DonationSumsTable {
  /** The donation's sequence. */
  sequence: number
  livemode: Livemode
  provider: ProviderName
  /** The donation's time, Unix ms. */
  timestamp: number
  /** The captured amount. */
  gross_cents: number
  /** The refunded amount, without refunds that failed. */
  refunded_cents: number
  /** The amount that open and lost disputes hold. */
  disputed_cents: number
  state: DonationState
}
