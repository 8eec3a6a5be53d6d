import type { Generated } from 'kysely'
import type { CheckoutState, ProviderName } from '#contract/checkout-states.ts'

/*
 * The tables, for both dialects. Times are Unix ms, money is integer cents, truth values are 0 or 1.
 * The account tables belong to better-auth, which migrates and reads them itself.
 */
export interface Schema {
  checkouts: CheckoutsTable
  ledger_entries: LedgerEntriesTable
  donations: DonationsTable
  board_head: BoardHeadTable
  board_changes: BoardChangesTable
  webhook_events: WebhookEventsTable
}

export interface CheckoutsTable {
  id: string
  donation_id: string
  user_id: string
  provider: ProviderName
  /** The provider's session or order; null until its answer to our creation is stored. */
  provider_ref: string | null
  /** What calls that may be repeated are named by, so that they have their effect once. */
  idempotency_key: string
  /** Counts the captures that were declined: the next one is another request, not a repetition. */
  capture_attempt: number
  amount_cents: number
  livemode: 0 | 1
  state: CheckoutState
  /** Why it failed or needs a look by the host. */
  reason: string | null
  disclaimer_version: string | null
  disclaimer_accepted_at: number | null
  created_at: number
  updated_at: number
  expires_at: number
}

/** What moved money, one row a movement; never updated and never deleted in live mode. */
export interface LedgerEntriesTable {
  id: Generated<number>
  provider: ProviderName
  /** The provider's id of the charge, capture, refund or dispute. */
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

/** The ledger seen as donations: `amount_cents` is what is left of the money now. */
export interface DonationsTable {
  id: string
  checkout_id: string
  user_id: string
  /** Null where the provider named no payer; such a donation is not shown. */
  name: string | null
  amount_cents: number
  livemode: 0 | 1
  timestamp: number
  /** The board version that brought it: of equal amounts the smaller one stands higher. */
  sequence: number
}

/** One row: the last version given out. Its lock puts commits in the order of their versions. */
export interface BoardHeadTable {
  id: 1
  version: number
}

/** The change feed. An amount is null where the donation was, or is now, not on the board. */
export interface BoardChangesTable {
  version: number
  donation_id: string
  name: string | null
  timestamp: number
  sequence: number
  previous_amount_cents: number | null
  amount_cents: number | null
}

/** The webhook inbox: stored before the answer, worked off in order of arrival. */
export interface WebhookEventsTable {
  id: Generated<number>
  provider: ProviderName
  event_id: string
  type: string
  payment_ref: string | null
  payload: string
  received_at: number
  attempts: number
  next_attempt_at: number
  /** Null while there is work left. */
  handled_at: number | null
  outcome: string | null
}
