import { sql } from 'kysely'
import type { Writer } from '#server/infra/database/database.ts'
import { eraseTestTexts } from '#server/features/names/names.ts'
import { takeVersions } from './board/board-feed.ts'
import { onBoard, queryShown } from './board/public-donations.ts'

/**
 * Removes every test donation from the board for good, with its name, and returns their number. The
 * ledger keeps its entries, so that a late webhook cannot bring one back.
 */
export async function removeTestDonations(writer: Writer, at: number): Promise<number> {
  // The head is locked before the count, so that the changes below are of the counted donations.
  await takeVersions(writer, 0)
  const shown = await queryShown(writer, 0)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (shown.count > 0) {
    const firstVersion = await takeVersions(writer, shown.count)
    await sql`insert into board_changes
        (version, donation_id, name, timestamp, captured_at, begun_at, named_at, sequence,
          previous_amount_cents, amount_cents)
      select ${sql.lit(firstVersion - 1)} + row_number() over (order by sequence),
        id, name, timestamp, captured_at, begun_at, named_at, sequence, amount_cents, null
      from donations
      where livemode = 0 and ${onBoard}`.execute(writer)
  }
  const result = await writer
    .updateTable('donations')
    .set({ removed_at: at, name: null, message: null })
    .where('livemode', '=', 0)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  await eraseTestTexts(writer)
  return Number(result.numUpdatedRows)
}
