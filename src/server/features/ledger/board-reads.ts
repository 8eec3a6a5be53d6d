import { sql, type Selectable, type SqlBool } from 'kysely'
import type { Reader } from '#server/infra/database/database.ts'
import type { BoardChangesTable, Livemode } from '#server/infra/database/schema/schema.ts'

/** The key of the ranking: the higher amount first, of equal ones the smaller sequence. */
export interface RankKey {
  amountCents: number
  /** The board version that added the donation. */
  sequence: number
}

/** A donation that is on the board. */
export interface BoardDonation extends RankKey {
  id: string
  name: string
  /** Unix ms. */
  timestamp: number
}

/**
 * The change of one donation by a version of the board. Versions are counted over both modes; a
 * donation of the other mode is on this board neither before nor now.
 */
export interface BoardChange {
  version: number
  id: string
  sequence: number
  /** Null if it was not on the board. */
  previousAmountCents: number | null
  /** Null if it is not on the board now. */
  row: BoardDonation | null
}

/**
 * The condition of a donation that the board shows. It has the text of the partial indexes: with a
 * bound 0 the databases would not use them.
 */
export const onBoard = sql<SqlBool>`name is not null and amount_cents > 0`

/** The most equal amounts that are counted from the end where new donations arrive. */
const COUNTED_FROM_END = 1_000

export async function readVersion(reader: Reader): Promise<number> {
  const head = await reader.selectFrom('board_head').select('version').executeTakeFirstOrThrow()
  return head.version
}

/**
 * Returns the number of donations of each amount. The database returns it as one text, because a
 * million rows take longer to become objects than to be read.
 */
export async function readHistogram(
  reader: Reader,
  livemode: Livemode,
): Promise<{ amountCents: number; count: number }[]> {
  const { amounts, counts } = await reader
    .selectFrom((from) =>
      from
        .selectFrom('donations')
        .select(({ fn }) => ['amount_cents', fn.countAll<number>().as('count')])
        .where('livemode', '=', livemode)
        .where(onBoard)
        .groupBy('amount_cents')
        .as('histogram'),
    )
    .select([
      sql<string | null>`string_agg(cast(amount_cents as text), ',')`.as('amounts'),
      sql<string | null>`string_agg(cast(count as text), ',')`.as('counts'),
    ])
    .executeTakeFirstOrThrow()
  const countOf = parseNumbers(counts)
  return parseNumbers(amounts).map((amountCents, index) => ({
    amountCents,
    count: countOf[index] ?? 0,
  }))
}

function parseNumbers(list: string | null): number[] {
  return list === null ? [] : list.split(',').map(Number)
}

/** Returns the changes after a version, in order; those of the other mode change nothing here. */
export async function readFeed(
  reader: Reader,
  { livemode, after, limit }: WantedRows & { after: number },
): Promise<BoardChange[]> {
  const changes = await reader
    .selectFrom('board_changes')
    .selectAll()
    // With a join instead of the subquery, PostgreSQL may read every donation first.
    .select((from) =>
      from
        .selectFrom('donations')
        .select('livemode')
        .whereRef('donations.sequence', '=', 'board_changes.sequence')
        .as('livemode'),
    )
    .where('version', '>', after)
    .orderBy('version')
    .limit(limit)
    .execute()
  return changes.map((change) => toBoardChange(change, change.livemode === livemode))
}

/** The mode of the rows, and their number. */
export interface WantedRows {
  livemode: Livemode
  limit: number
}

/** Returns the highest rows of the board. */
export async function readTop(reader: Reader, wanted: WantedRows): Promise<BoardDonation[]> {
  return selectRows(reader, wanted).execute()
}

/** Returns the rows right below a rank key, at the same cost wherever it is. */
export async function readBelow(
  reader: Reader,
  { amountCents, sequence }: RankKey,
  { livemode, limit }: WantedRows,
): Promise<BoardDonation[]> {
  // Two seeks: for one condition with OR the databases would scan all equal amounts.
  const equal = await selectRows(reader, { livemode, limit })
    .where('amount_cents', '=', amountCents)
    .where('sequence', '>', sequence)
    .execute()
  if (equal.length === limit) return equal
  const lower = await selectRows(reader, { livemode, limit: limit - equal.length })
    .where('amount_cents', '<', amountCents)
    .execute()
  return [...equal, ...lower]
}

/** Returns the first row below all donations of this amount. */
export async function findBelowAmount(
  reader: Reader,
  livemode: Livemode,
  amountCents: number,
): Promise<BoardDonation | undefined> {
  return selectRows(reader, { livemode, limit: 1 })
    .where('amount_cents', '<', amountCents)
    .executeTakeFirst()
}

/**
 * Returns how many of the `equals` donations of an amount rank above one of them. For a new
 * donation this is fast whatever their number, because only those after it are counted.
 */
export async function countEarlierEquals(
  reader: Reader,
  { amountCents, sequence }: RankKey,
  { livemode, equals }: { livemode: Livemode; equals: number },
): Promise<number> {
  const later = await reader
    .selectFrom((from) =>
      from
        .selectFrom('donations')
        .select('sequence')
        .where('livemode', '=', livemode)
        .where(onBoard)
        .where('amount_cents', '=', amountCents)
        .where('sequence', '>', sequence)
        .limit(COUNTED_FROM_END)
        .as('later'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (later.count < COUNTED_FROM_END) return equals - 1 - later.count
  const earlier = await reader
    .selectFrom('donations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('livemode', '=', livemode)
    .where(onBoard)
    .where('amount_cents', '=', amountCents)
    .where('sequence', '<', sequence)
    .executeTakeFirstOrThrow()
  return earlier.count
}

/** Returns the number of positions from a donation to a lower one of the same amount and mode. */
export async function countEqualsBetween(
  reader: Reader,
  livemode: Livemode,
  [{ amountCents, sequence }, lower]: readonly [RankKey, RankKey],
): Promise<number> {
  const { count } = await reader
    .selectFrom('donations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('livemode', '=', livemode)
    .where(onBoard)
    .where('amount_cents', '=', amountCents)
    .where('sequence', '>', sequence)
    .where('sequence', '<=', lower.sequence)
    .executeTakeFirstOrThrow()
  return count
}

function selectRows(reader: Reader, { livemode, limit }: WantedRows) {
  return (
    reader
      .selectFrom('donations')
      .select(['id', 'amount_cents as amountCents', 'timestamp', 'sequence'])
      // A row on the board always has a name, which the table's type cannot express.
      .select(sql<string>`name`.as('name'))
      .where('livemode', '=', livemode)
      .where(onBoard)
      .orderBy('amount_cents', 'desc')
      .orderBy('sequence')
      .limit(limit)
  )
}

function toBoardChange(change: Selectable<BoardChangesTable>, isOfMode: boolean): BoardChange {
  return {
    version: change.version,
    id: change.donation_id,
    sequence: change.sequence,
    previousAmountCents: isOfMode ? change.previous_amount_cents : null,
    row: isOfMode ? toShownRow(change) : null,
  }
}

function toShownRow(change: Selectable<BoardChangesTable>): BoardDonation | null {
  const { donation_id: id, name, timestamp, sequence, amount_cents: amountCents } = change
  return name === null || amountCents === null
    ? null
    : { id, name, timestamp, sequence, amountCents }
}
