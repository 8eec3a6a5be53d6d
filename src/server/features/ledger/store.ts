import { sql, type SqlBool } from 'kysely'
import { writeEach, type Reader } from '../../infra/database/database.ts'
import { removeTestDonations, type Donation } from './ledger.ts'

/** Takes every test donation off the board; the input is the time, Unix ms. */
export const deleteTestDonations = writeEach('ledger.delete-test-donations', (writer, at: number) =>
  removeTestDonations(writer, at),
)

// Written as the partial index is: with a bound 0 the databases would not choose it.
const withMoneyLeft = sql<SqlBool>`removed_at is null and amount_cents > 0`

/** A donor's own donations that have money left, the highest first, of equals the earlier. */
export async function findDonationsOf(
  reader: Reader,
  userId: string,
  limit: number,
): Promise<Donation[]> {
  return reader
    .selectFrom('donations')
    .selectAll()
    .where('user_id', '=', userId)
    .where(withMoneyLeft)
    .orderBy('amount_cents', 'desc')
    .orderBy('sequence')
    .limit(limit)
    .execute()
}

/** Donations that are shown, newest first, of sequences below `before`. */
export async function findDonations(
  reader: Reader,
  { limit, before }: { limit: number; before: number | undefined },
): Promise<Donation[]> {
  return reader
    .selectFrom('donations')
    .selectAll()
    .where('name', 'is not', null)
    .where('amount_cents', '>', 0)
    .$if(before !== undefined, (query) => query.where('sequence', '<', before ?? 0))
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
}
