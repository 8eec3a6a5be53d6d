import type { Generated } from 'kysely'
import type { CheckoutState, ProviderName } from '#contract/checkout-states.ts'
import type { AccountDeletionsTable } from './account-deletions-table.ts'
import type { CampaignPicturesTable, CampaignVersionsTable } from './campaign-tables.ts'
import type { ChoiceOptionsTable, ChoicesTable, MatchesTable } from './choice-tables.ts'
import type { RoundResultRowsTable, RoundResultsTable, RoundsTable } from './round-tables.ts'
import type {
  CardTestingTable,
  CheckoutAccountsTable,
  CheckoutOriginsTable,
  DeclinesTable,
  SpentProofsTable,
} from './card-testing-tables.ts'
import type {
  AccountMailsTable,
  PasswordFailuresTable,
  SecondFactorTriesTable,
  UsedCodesTable,
} from './account-tables.ts'
import type { AuditEntriesTable, AuditTextsTable } from './audit-tables.ts'
import type { AlarmDeliveriesTable, AlarmWebhookTable } from './alarm-tables.ts'
import type { ConcernsTable } from './concerns-table.ts'
import type { BoardChangesTable, DonationsTable } from './donation-tables.ts'
import type { DonorTeamMembersTable, DonorTeamsTable } from './donor-team-tables.ts'
import type { DonationNotesTable, HostRefundsTable } from './host-donations-tables.ts'
import type {
  AdoptedInstallationsTable,
  InstallationTable,
  WriteProofsTable,
} from './installation-tables.ts'
import type {
  DonationSumsTable,
  LedgerEntriesTable,
  LedgerSumsTable,
  Livemode,
} from './ledger-tables.ts'
import type { DuplicatePaymentsTable, ReconcileMarksTable } from './reconciliation-tables.ts'
import type {
  StatementDriftsTable,
  StatementLinesTable,
  StatementMarksTable,
} from './statement-tables.ts'
import type {
  ChosenTextColumns,
  DonationTextsTable,
  ProfilesTable,
  TextDecisionsTable,
  TextHeadTable,
  TextPresencesTable,
  TextScreeningTable,
} from './text-tables.ts'
import type { RemindersTable, SpendingLimitsTable } from './spending-tables.ts'
import type { TeamHeadTable, TeamInvitationsTable } from './team-tables.ts'

export type { LedgerKind, Livemode } from './ledger-tables.ts'

/*
 * The tables, for both dialects. Times are Unix ms, money is integer cents, truth values are 0 or 1.
 * The account tables belong to better-auth, which migrates and reads them itself.
 */
export interface Schema {
  account_deletions: AccountDeletionsTable
  checkouts: CheckoutsTable
  ledger_entries: LedgerEntriesTable
  donations: DonationsTable
  ledger_sums: LedgerSumsTable
  donation_sums: DonationSumsTable
  donation_notes: DonationNotesTable
  host_refunds: HostRefundsTable
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
  audit_entries: AuditEntriesTable
  audit_texts: AuditTextsTable
  alarm_webhook: AlarmWebhookTable
  alarm_deliveries: AlarmDeliveriesTable
  team_head: TeamHeadTable
  team_invitations: TeamInvitationsTable
  installation: InstallationTable
  statement_lines: StatementLinesTable
  statement_marks: StatementMarksTable
  statement_drifts: StatementDriftsTable
  adopted_installations: AdoptedInstallationsTable
  write_proofs: WriteProofsTable
  duplicate_payments: DuplicatePaymentsTable
  campaign_versions: CampaignVersionsTable
  campaign_pictures: CampaignPicturesTable
  profiles: ProfilesTable
  donation_texts: DonationTextsTable
  text_decisions: TextDecisionsTable
  text_screening: TextScreeningTable
  text_presences: TextPresencesTable
  rounds: RoundsTable
  round_results: RoundResultsTable
  round_result_rows: RoundResultRowsTable
  choices: ChoicesTable
  choice_options: ChoiceOptionsTable
  matches: MatchesTable
  text_head: TextHeadTable
  reminders: RemindersTable
  spending_limits: SpendingLimitsTable
  donor_teams: DonorTeamsTable
  donor_team_members: DonorTeamMembersTable
}

export interface CheckoutsTable extends ChosenTextColumns {
  id: string
  donation_id: string
  /** The donor's account; `NO_ACCOUNT` if it is not known any more. */
  user_id: string
  provider: ProviderName
  /** The provider's session or order; null until the response to its creation is stored. */
  provider_ref: string | null
  /** The idempotency key of the provider calls, so that a repeated call has its effect once. */
  idempotency_key: string
  /** Counts the declined captures: the next capture is a new request, not a repetition. */
  capture_attempt: number
  amount_cents: number
  livemode: 0 | 1
  state: CheckoutState
  /** The reason why it failed or needs the host's decision. */
  reason: string | null
  disclaimer_version: string | null
  disclaimer_accepted_at: number | null
  created_at: number
  updated_at: number
  expires_at: number
  /** The page's origin; a repeated creation must say the same as the first one. */
  return_url: string
  /** The time when the provider is asked next, while it is not decided. */
  next_check_at: number
  /**
   * The amount accepted by the host in place of the agreed one; 0 if refunded, null if not asked.
   */
  accepted_cents: number | null
  /** The provider's account that it was created with; null if it was not known. */
  provider_account: string | null
  /** `expires_at` by the provider's clock, as sent; a repeated creation must send the same. */
  provider_expires_at: number | null
  /** The time when the provider was asked for the capture; null if never, or after a decline. */
  capture_asked_at: number | null
  /** The pending capture, which outlives its order; null if none is known. */
  pending_capture_id: string | null
  /** The payer's name as the order had it, until the money has come; null if unknown. */
  pending_payer_name: string | null
  /** The time when it was imported from its provider; null if its donor began it here. */
  imported_at: number | null
  /** The time since when its capture has had more refunded than is listed; else null. */
  unlisted_since: number | null
  /** The option that it votes for; null if for none. */
  option_id: string | null
  /** The donors' team for which it was begun; null for none. */
  team_id: string | null
}

/** One row: the last version given out. Locking it puts commits in the order of their versions. */
export interface BoardHeadTable {
  id: 1
  version: number
  /** The mode of the server that started last; null before the first start. */
  livemode: Livemode | null
}

/** The lists in which a provider keeps what happened to a payment's money. */
export type HistoryPart = 'refunds' | 'reversals' | 'disputes'

/** The webhook inbox: events are stored before the response and handled in order of arrival. */
export interface WebhookEventsTable {
  id: Generated<number>
  provider: ProviderName
  event_id: string
  type: string
  payment_ref: string | null
  capture_id: string | null
  /** The refund or dispute that the event is about; null if it is about none. */
  object_id: string | null
  object_part: HistoryPart | null
  /** The ids of further captures that it concerns, separated by spaces; null if there are none. */
  other_captures: string | null
  /** The event as it came; empty if it belongs to other software, or was pruned. */
  payload: string
  received_at: number
  attempts: number
  next_attempt_at: number
  handled_at: number | null
  /** The time when it was parked, with `outcome` as the reason; null while it waits. */
  parked_at: number | null
  /** The result of handling it, or the reason why there is none yet. */
  outcome: string | null
  /**
   * The checkout for which the event reports a declined attempt to pay; null if it reports none.
   */
  declined_checkout_id: string | null
  declined_at: number | null
  /** 1 if only the provider can say whose payment it concerns. */
  needs_look_up: Generated<0 | 1>
  /** 1 if it names a checkout of this installation. */
  bears_mark: Generated<0 | 1>
}

export type ReceiptKind = 'donation' | 'refund' | 'refund_reversal'

/** The outbox of e-mails: stored with the money that they are about, sent afterwards. */
export interface MailsTable {
  id: Generated<number>
  /** Identifies the message wherever it goes, so that sending it twice shows as one message. */
  message_key: string
  kind: ReceiptKind
  user_id: string
  donation_id: string
  amount_cents: number
  livemode: 0 | 1
  created_at: number
  attempts: number
  next_attempt_at: number
  /** The time when it was sent or given up; null while it waits. */
  finished_at: number | null
  outcome: string | null
}
