import { sql } from 'kysely'
import type { Total } from '#contract/leaderboard.ts'
import { writeEach, type Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { recordAudit, type AuditActor } from '#server/features/audit/audit.ts'
import {
  byRank,
  queryShown,
  selectOwned,
  selectShown,
  type OwnedDonation,
  type ShownDonation,
} from './board/public-donations.ts'
import { removeTestDonations } from './test-donations.ts'

/** Removes every test donation from the board, and returns their number. */
export const deleteTestDonations = writeEach(
  'ledger.delete-test-donations',
  async (writer, { at, actor }: { at: number; actor: AuditActor }): Promise<number> => {
    const count = await removeTestDonations(writer, at)
    if (count > 0) {
      const subject = { kind: 'board', id: 'test' }
      const [before, after] = [{ donations: count }, { donations: 0 }]
      await recordAudit(writer, {
        at,
        actor,
        action: 'test_donations.deleted',
        subject,
        before,
        after,
      })
    }
    return count
  },
)

/**
 * Switches the shown board to a mode, and returns whether it was the other one. The switch takes
 * the next version, so that a viewer who reconnects with the last one gets the new board.
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

/** Returns the mode of the shown board; null before the first start. */
export async function findBoardMode(reader: Reader): Promise<Livemode | null> {
  const head = await reader.selectFrom('board_head').select('livemode').executeTakeFirstOrThrow()
  return head.livemode
}

/**
 * Returns a donor's own donations of a mode that have money left, the highest first, of equal ones
 * the earlier.
 */
export async function findDonationsOf(
  reader: Reader,
  { userId, livemode, limit }: { userId: string; livemode: Livemode; limit: number },
): Promise<OwnedDonation[]> {
  return (
    selectOwned(reader)
      .where('user_id', '=', userId)
      .where('livemode', '=', livemode)
      // A literal, as in the partial index: with a bound 0 the databases would not use it.
      .where('amount_cents', '>', sql.lit(0))
      .orderBy(byRank)
      .limit(limit)
      .execute()
  )
}

/** Returns the number and the sum of the donations that a mode's board shows. */
export async function sumBoard(reader: Reader, livemode: Livemode): Promise<Total> {
  return queryShown(reader, livemode)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`cast(coalesce(sum(amount_cents), 0) as bigint)`.as('amountCents'),
    ])
    .executeTakeFirstOrThrow()
}

/** Returns the donations that a mode's board shows, newest first, with sequences below `before`. */
export async function findDonations(
  reader: Reader,
  { livemode, limit, before }: { livemode: Livemode; limit: number; before: number | undefined },
): Promise<ShownDonation[]> {
  return (
    selectShown(reader, livemode)
      // Without this bound SQLite would read and sort the whole board.
      .where('sequence', '<', before ?? Number.MAX_SAFE_INTEGER)
      .orderBy('sequence', 'desc')
      .limit(limit)
      .execute()
  )
}
