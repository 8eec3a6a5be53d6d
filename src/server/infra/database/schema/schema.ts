import type { Generated } from 'kysely'
import type { CheckoutState, ProviderName } from '#contract/checkout-states.ts'
import type {
  CardTestingTable,
  CheckoutAccountsTable,
  CheckoutOriginsTable,
  DeclinesTable,
  SpentProofsTable,
} from './card-testing-tables.ts'
import type { ConcernsTable } from './concerns-table.ts'
import type { AdoptedInstallationsTable, InstallationTable } from './installation-tables.ts'
import type { DuplicatePaymentsTable, ReconcileMarksTable } from './reconciliation-tables.ts'
import type {
  StatementDriftsTable,
  StatementLinesTable,
  StatementMarksTable,
} from './statement-tables.ts'

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
  mails: MailsTable
  reconcile_marks: ReconcileMarksTable
  password_failures: PasswordFailuresTable
  checkout_accounts: CheckoutAccountsTable
  checkout_origins: CheckoutOriginsTable
  declines: DeclinesTable
  spent_proofs: SpentProofsTable
  card_testing: CardTestingTable
  account_mails: AccountMailsTable
  second_factor_tries: SecondFactorTriesTable
  used_codes: UsedCodesTable
  concerns: ConcernsTable
  installation: InstallationTable
  statement_lines: StatementLinesTable
  statement_marks: StatementMarksTable
  statement_drifts: StatementDriftsTable
  adopted_installations: AdoptedInstallationsTable
  duplicate_payments: DuplicatePaymentsTable
}

export interface CheckoutsTable {
  id: string
  donation_id: string
  /** `NO_ACCOUNT` where nobody knows any more whose it was. */
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
  /** The page's origin; a repeated creation must say the same as the first one. */
  return_url: string
  /** When the provider is asked about it next, while it is not decided. */
  next_check_at: number
  /**
   * What the host has accepted in place of what was agreed; 0 where they gave the money back, and
   * null where nobody had to decide.
   */
  accepted_cents: number | null
  /** Names the provider's account that it was made with; null where nobody knew. */
  provider_account: string | null
  /** `expires_at` by the provider's clock, as it was asked for; a repetition must say the same. */
  provider_expires_at: number | null
  /** When the provider was asked to take the money; null where it never was, or has declined. */
  capture_asked_at: number | null
  /** The capture whose money is under way, which outlives its order; null where none is known. */
  pending_capture_id: string | null
  /** The payer's name as its order had it, until the money has come; null where none is known. */
  pending_payer_name: string | null
  /** When it was made of what its provider had; null where its donor has begun it here. */
  imported_at: number | null
  /** Since when its capture says that more was refunded than is listed; null where it does not. */
  unlisted_since: number | null
}

/** What moved money, one row a movement; the database refuses to update or delete any. */
export interface LedgerEntriesTable {
  id: Generated<number>
  provider: ProviderName
  /**
   * The provider's id of the charge, capture, refund or dispute. Where the provider has changed one
   * later, `#2`, `#3` … follow it; see `toRevisionId`.
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
  /** When it was taken off the board for good, and its name with it. */
  removed_at: number | null
}

/** 1 for real money, 0 for test money. */
export type Livemode = 0 | 1

/** One row: the last version given out. Its lock puts commits in the order of their versions. */
export interface BoardHeadTable {
  id: 1
  version: number
  /** The mode that the last started server shows; null before the first start. */
  livemode: Livemode | null
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

/** A part of what became of a payment's money that a provider lists by itself. */
export type HistoryPart = 'refunds' | 'reversals' | 'disputes'

/** The webhook inbox: stored before the answer, worked off in order of arrival. */
export interface WebhookEventsTable {
  id: Generated<number>
  provider: ProviderName
  event_id: string
  type: string
  payment_ref: string | null
  capture_id: string | null
  /** The refund or dispute that the event tells of; null where it tells of none. */
  object_id: string | null
  object_part: HistoryPart | null
  /** The ids of further captures that it concerns, divided by spaces; null where there is none. */
  other_captures: string | null
  /** The event as it came; empty where it is other software's, or was pruned. */
  payload: string
  received_at: number
  attempts: number
  next_attempt_at: number
  handled_at: number | null
  /** When it was put aside for the host; `outcome` says why. Null, with `handled_at`, while it waits. */
  parked_at: number | null
  /** What it led to, or why it has not led to anything yet. */
  outcome: string | null
  /** Our checkout of which it tells that an attempt to pay was declined, and when; else null. */
  declined_checkout_id: string | null
  declined_at: number | null
  /** Whether only the provider can tell whose payment it concerns. */
  needs_look_up: Generated<0 | 1>
}

export type ReceiptKind = 'donation' | 'refund' | 'refund_reversal'

/** The outbox of e-mails: written with the money that they tell of, sent afterwards. */
export interface MailsTable {
  id: Generated<number>
  /** Names the message wherever it goes, so that sending it twice shows as one message. */
  message_key: string
  kind: ReceiptKind
  user_id: string
  donation_id: string
  amount_cents: number
  livemode: 0 | 1
  created_at: number
  attempts: number
  next_attempt_at: number
  /** When it was sent or given up; null while it waits. */
  finished_at: number | null
  outcome: string | null
}

/** Wrong passwords in a row, by account or by known browser; the key does not tell whose. */
export interface PasswordFailuresTable {
  key: string
  failures: number
  /** The time until which no password is compared. */
  blocked_until: number
  forget_at: number
}

export type AccountMailKind = 'confirmation' | 'email-change' | 'password-reset'

/** The mails that somebody can have sent to an address, for the limits on them; kept for a day. */
export interface AccountMailsTable {
  id: Generated<number>
  kind: AccountMailKind
  email: string
  user_id: string
  created_at: number
}

/** Codes of the second factor that an account was tried with since the last right one. */
export interface SecondFactorTriesTable {
  user_id: string
  failures: number
  blocked_until: number
  updated_at: number
}

/** Codes that were taken a moment ago, so that none is taken twice. */
export interface UsedCodesTable {
  user_id: string
  code: string
  used_at: number
}
