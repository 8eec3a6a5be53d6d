import { writeEach, type Write } from '#server/infra/database/database.ts'
import type { ErasedAccount, Eraser } from '#server/infra/eraser.ts'
import { accountsEraser, findEmail, isLastOwner } from '#server/features/accounts/eraser.ts'
import { auditEraser } from '#server/features/audit/eraser.ts'
import { cardTestingEraser } from '#server/features/card-testing/eraser.ts'
import { checkoutsEraser } from '#server/features/checkouts/eraser.ts'
import type { DeletionRequest, DeletionResult } from '#server/features/erasure/deletion-request.ts'
import { noteDeletion } from '#server/features/erasure/store.ts'
import { donorTeamsEraser } from '#server/features/donor-teams/eraser.ts'
import { hostDonationsEraser } from '#server/features/host-donations/eraser.ts'
import { ledgerEraser } from '#server/features/ledger/eraser.ts'
import { namesEraser } from '#server/features/names/eraser.ts'
import { receiptsEraser } from '#server/features/receipts/eraser.ts'
import { remindersEraser } from '#server/features/reminders/eraser.ts'
import { spendingLimitsEraser } from '#server/features/spending-limits/eraser.ts'
import { readOwnRules } from '#server/features/spending-limits/spending-limits.ts'
import { webhooksEraser } from '#server/features/webhooks/eraser.ts'

/** The erasers of all features. That of the accounts is last: others may need what it erases. */
export const ERASERS: readonly Eraser[] = [
  ledgerEraser,
  namesEraser,
  hostDonationsEraser,
  checkoutsEraser,
  cardTestingEraser,
  spendingLimitsEraser,
  remindersEraser,
  donorTeamsEraser,
  receiptsEraser,
  webhooksEraser,
  auditEraser,
  accountsEraser,
]

/** The tables from which nothing is erased, each with the reason. */
export const KEPT_TABLES: Readonly<Record<string, string>> = {
  account_deletions: 'It has ids, and for an hour a keyed hash of an address.',
  adopted_installations: 'It has ids of installations.',
  write_proofs: 'It is empty.',
  audit_entries: 'It has ids, and what hosts did; donors’ texts are apart.',
  alarm_deliveries: 'It has sentences of concerns, which name nobody.',
  alarm_webhook: 'It has the address of a program of the hosts.',
  board_head: 'It has a version number.',
  campaign_pictures: 'It has pictures that hosts have published.',
  campaign_versions: 'It has what hosts have published, and ids.',
  card_testing: 'It has times.',
  checkout_origins: 'It has keyed hashes of addresses, for hours.',
  choices: 'It has what hosts have set.',
  choice_options: 'It has what hosts have set.',
  concerns: 'Its sentences name payments by ids, and nobody.',
  donation_sums: 'It has sums.',
  duplicate_payments: 'It has ids and cents.',
  host_refunds: 'It has ids, cents, and why a host gave the money back.',
  installation: 'It has the id of the installation.',
  kysely_migration: 'It has names of migrations.',
  kysely_migration_lock: 'It has a lock.',
  ledger_sums: 'It has sums.',
  ledger_entries: 'It has ids and cents, which the law asks to keep.',
  matches: 'It has what hosts have set.',
  password_failures: 'It has keyed hashes, for a day.',
  reconcile_marks: 'It has times.',
  rounds: 'It has what hosts have set.',
  round_results: 'It has sums.',
  round_result_rows: 'It has ids and cents; names are read from the donations.',
  spent_proofs: 'It has random ids, for minutes.',
  team_head: 'It has a version number.',
  text_decisions: 'It has ids of donations and hosts, and what was decided.',
  text_head: 'It has a version number.',
  text_screening: 'It has the words that the host looks for.',
  statement_drifts: 'It has ids and cents.',
  statement_lines: 'It has ids and cents.',
  statement_marks: 'It has sums.',
}

/**
 * Deletes an account, and erases from all tables what is kept about its person. Refuses the last
 * owner; of two who leave at once the second one is the last. Refuses whoever has paused, until that
 * ends.
 */
export const deleteAccount: Write<DeletionRequest, DeletionResult> = writeEach(
  'erasure.delete-account',
  async (writer, { userId, addressKey, adminEmail, at }: DeletionRequest) => {
    if (await isLastOwner(writer, { userId, adminEmail })) return 'last-owner'
    const { pausedUntil } = await readOwnRules(writer, userId, at)
    if (pausedUntil > at) return { pausedUntil }
    const email = await findEmail(writer, userId)
    const deletion = { user_id: userId, deleted_at: at, address_key: addressKey, next_sweep_at: at }
    await noteDeletion(writer, deletion)
    for (const { erase } of ERASERS) await erase(writer, { userId, ...(email && { email }) })
    return 'deleted'
  },
)

/** Erases what came about a deleted account since its deletion. */
export const sweepAccount: Write<ErasedAccount, null> = writeEach(
  'erasure.sweep-account',
  async (writer, account: ErasedAccount) => {
    for (const { erase } of ERASERS) await erase(writer, account)
    return null
  },
)
