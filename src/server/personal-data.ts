import { accountsData } from '#server/features/accounts/personal-data.ts'
import { auditData } from '#server/features/audit/personal-data.ts'
import { choicesData } from '#server/features/choices/personal-data.ts'
import { checkoutsData } from '#server/features/checkouts/personal-data.ts'
import { donorTeamsData } from '#server/features/donor-teams/personal-data.ts'
import { hostDonationsData } from '#server/features/host-donations/personal-data.ts'
import { ledgerData } from '#server/features/ledger/personal-data.ts'
import { namesData } from '#server/features/names/personal-data.ts'
import { receiptsData } from '#server/features/receipts/personal-data.ts'
import { remindersData } from '#server/features/reminders/personal-data.ts'
import { spendingLimitsData } from '#server/features/spending-limits/personal-data.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { DataSubject, PersonalData, PersonalDataSource } from '#server/infra/personal-data.ts'

/** The features that keep data about a person. */
export const PERSONAL_DATA: readonly PersonalDataSource[] = [
  accountsData,
  namesData,
  ledgerData,
  checkoutsData,
  choicesData,
  spendingLimitsData,
  remindersData,
  donorTeamsData,
  receiptsData,
  hostDonationsData,
  auditData,
]

/** The tables with personal data that nobody downloads, each with the reason. */
export const WITHHELD_TABLES: Readonly<Record<string, string>> = {
  account: 'It has the hash of the password.',
  board_changes: 'It repeats what the donations say.',
  checkout_accounts: 'It counts attempts to pay, for hours, against stolen cards.',
  declines: 'It counts declined payments, for hours, against stolen cards.',
  second_factor_tries: 'It counts wrong codes, for minutes.',
  text_presences: 'It says for seconds which text a host reads.',
  twoFactor: 'It has the secret of the second factor.',
  used_codes: 'It has codes that were used.',
  verification: 'It has the tokens of links.',
  webhook_events: 'It has what providers sent about payments; the payments say the same.',
}

/** Returns everything that is kept about an account, by kind, without secrets. */
export async function collectPersonalData(
  reader: Reader,
  subject: DataSubject,
): Promise<PersonalData> {
  const all: PersonalData = {}
  for (const { collect } of PERSONAL_DATA) Object.assign(all, await collect(reader, subject))
  return all
}
