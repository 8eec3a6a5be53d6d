import { sql, type SqlBool } from 'kysely'
import type { Total } from '#contract/leaderboard.ts'
import { writeEach, type Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { removeTestDonations, type Donation } from './ledger.ts'

/** Takes every test donation off the board; the input is the time, Unix ms. */
export const deleteTestDonations = writeEach('ledger.delete-test-donations', (writer, at: number) =>
  removeTestDonations(writer, at),
)

/**
 * Makes a mode's board the one that is shown, and returns whether it was not. The next version goes
 * to the change of boards, so that a viewer who comes back at the last one gets the new board.
 */
export const switchBoard = writeEach(
  'ledger.switch-board',
  async (writer, livemode: Livemode): Promise<boolean> => {
    const { numUpdatedRows } = await writer
      .updateTable('board_head')
      .set({ livemode, version: sql`version + case when version > 0 then 1 else 0 end` })
      .where(({ or, eb }) => or([eb('livemode', 'is', null), eb('livemode', '<>', livemode)]))
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  },
)

/** The mode whose board is shown; null before the first start. */
export async function findBoardMode(reader: Reader): Promise<Livemode | null> {
  const head = await reader.selectFrom('board_head').select('livemode').executeTakeFirstOrThrow()
  return head.livemode
}

// Written as the partial indexes are: with a bound 0 the databases would not choose them.
const withMoneyLeft = sql<SqlBool>`removed_at is null and amount_cents > 0`
const onBoard = sql<SqlBool>`name is not null and amount_cents > 0`

/** A donor's own donations of a mode that have money left, the highest first, of equals the earlier. */
export async function findDonationsOf(
  reader: Reader,
  { userId, livemode, limit }: { userId: string; livemode: Livemode; limit: number },
): Promise<Donation[]> {
  return reader
    .selectFrom('donations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('livemode', '=', livemode)
    .where(withMoneyLeft)
    .orderBy('amount_cents', 'desc')
    .orderBy('sequence')
    .limit(limit)
    .execute()
}

/** The number and the sum of the donations that a mode's board shows. */
export async function sumBoard(reader: Reader, livemode: Livemode): Promise<Total> {
  return reader
    .selectFrom('donations')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`cast(coalesce(sum(amount_cents), 0) as bigint)`.as('amountCents'),
    ])
    .where('livemode', '=', livemode)
    .where(onBoard)
    .executeTakeFirstOrThrow()
}

/** The donations that a mode's board shows, newest first, of sequences below `before`. */
export async function findDonations(
  reader: Reader,
  { livemode, limit, before }: { livemode: Livemode; limit: number; before: number | undefined },
): Promise<Donation[]> {
  return (
    reader
      .selectFrom('donations')
      .selectAll()
      .where('livemode', '=', livemode)
      .where(onBoard)
      // Without a bound SQLite would read and sort the whole board.
      .where('sequence', '<', before ?? Number.MAX_SAFE_INTEGER)
      .orderBy('sequence', 'desc')
      .limit(limit)
      .execute()
  )
}
