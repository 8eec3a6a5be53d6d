import type { Schema } from '#server/infra/database/schema/schema.ts'

/** The tables that better-auth migrates; our schema does not have them. */
type LibraryTable = 'user' | 'session' | 'account' | 'verification' | 'twoFactor' | 'passkey'

/** The folder of `src/server` that owns each table. */
export const TABLE_OWNERS: Record<keyof Schema | LibraryTable, string> = {
  user: 'features/accounts',
  session: 'features/accounts',
  account: 'features/accounts',
  verification: 'features/accounts',
  twoFactor: 'features/accounts',
  passkey: 'features/accounts',
  password_failures: 'features/accounts',
  account_mails: 'features/accounts',
  second_factor_tries: 'features/accounts',
  used_codes: 'features/accounts',
  checkouts: 'features/checkouts',
  duplicate_payments: 'features/checkouts',
  checkout_accounts: 'features/card-testing',
  checkout_origins: 'features/card-testing',
  declines: 'features/card-testing',
  spent_proofs: 'features/card-testing',
  card_testing: 'features/card-testing',
  ledger_entries: 'features/ledger',
  donations: 'features/ledger',
  ledger_sums: 'features/ledger',
  donation_sums: 'features/ledger',
  board_head: 'features/ledger',
  board_changes: 'features/ledger',
  mails: 'features/receipts',
  webhook_events: 'features/webhooks',
  reconcile_marks: 'features/reconciliation',
  adopted_installations: 'features/reconciliation',
  statement_lines: 'features/statements',
  statement_marks: 'features/statements',
  statement_drifts: 'features/statements',
  concerns: 'features/concerns',
  profiles: 'features/names',
  donation_texts: 'features/names',
  text_decisions: 'features/names',
  text_screening: 'features/names',
  installation: 'infra/database',
}
