import { sql } from 'kysely'
import { queryByKeys } from '#server/infra/database/compile-once.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import {
  byRank,
  isShown,
  queryShown,
  selectShown,
  type RankKey,
  type ShownDonation,
} from './public-donations.ts'
import { toTimes, type CountedTimes } from './counted-span.ts'

/**
 * The change of one donation by a version of the board. Versions are counted over both modes; a
 * donation of the other mode is on this board neither before nor now.
 */
export interface BoardChange {
  version: number
  id: string
  sequence: number
  /** The time of the donation, Unix ms. */
  timestamp: number
  /** The times by which boards choose its span, Unix ms; see `isWithin`. */
  times: CountedTimes
  /** Null if it was not on the board. */
  previousAmountCents: number | null
  /** Null if it is not on the board now. */
  row: ShownDonation | null
  /** True if its earlier name or message must not be sent to anybody any more. */
  retracts: boolean
}

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
    .selectFrom(
      queryShown(reader, livemode)
        .select(({ fn }) => ['amount_cents', fn.countAll<number>().as('count')])
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
    .select(['version', 'donation_id as id', 'name', 'message', 'timestamp', 'sequence'])
    .select(['retracts', 'captured_at', 'begun_at', 'named_at'])
    .select(['previous_amount_cents as previousAmountCents', 'amount_cents as amountCents'])
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
  return changes.map((change) => ({
    version: change.version,
    id: change.id,
    sequence: change.sequence,
    timestamp: change.timestamp,
    times: toTimes(change),
    previousAmountCents: change.livemode === livemode ? change.previousAmountCents : null,
    row: isShown(change, livemode) ? toShown(change) : null,
    retracts: change.retracts === 1,
  }))
}

function toShown({ id, name, message, amountCents, timestamp, sequence }: ShownDonation) {
  return { id, name, message, amountCents, timestamp, sequence }
}

/** Returns the versions after one, in order, each with the times of its donation; at most `limit`. */
export async function readCountedTimes(
  reader: Reader,
  { after, limit }: { after: number; limit: number },
): Promise<{ version: number; times: CountedTimes }[]> {
  const changes = await reader
    .selectFrom('board_changes')
    .select(['version', 'timestamp', 'captured_at', 'begun_at', 'named_at'])
    .where('version', '>', after)
    .orderBy('version')
    .limit(limit)
    .execute()
  return changes.map((change) => ({ version: change.version, times: toTimes(change) }))
}

/** The mode of the rows, and their number. */
export interface WantedRows {
  livemode: Livemode
  limit: number
}

/** Returns the highest rows of the board. */
export async function readTop(reader: Reader, wanted: WantedRows): Promise<ShownDonation[]> {
  return selectRows(reader, wanted).execute()
}

/** Returns the rows right below a rank key, at the same cost wherever it is. */
export async function readBelow(
  reader: Reader,
  { amountCents, sequence }: RankKey,
  { livemode, limit }: WantedRows,
): Promise<ShownDonation[]> {
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

/** Returns the rows right above a rank key, the nearest first, at the same cost wherever it is. */
export async function readAbove(
  reader: Reader,
  { amountCents, sequence }: RankKey,
  { livemode, limit }: WantedRows,
): Promise<ShownDonation[]> {
  const upwards = (wanted: number) =>
    selectShown(reader, livemode).orderBy('amount_cents').orderBy('sequence', 'desc').limit(wanted)
  const equal = await upwards(limit)
    .where('amount_cents', '=', amountCents)
    .where('sequence', '<', sequence)
    .execute()
  if (equal.length === limit) return equal
  const higher = await upwards(limit - equal.length)
    .where('amount_cents', '>', amountCents)
    .execute()
  return [...equal, ...higher]
}

const selectBelow = (livemode: Livemode) =>
  queryByKeys((reader, [amountCents = 0]: readonly number[]) =>
    selectRows(reader, { livemode, limit: 1 })
      .select((from) => from.selectFrom('board_head').select('board_head.version').as('version'))
      .where('amount_cents', '<', amountCents),
  )

const BELOW = { 0: selectBelow(0), 1: selectBelow(1) }

/**
 * Returns the first row below all donations of this amount, and the version of the board in which it
 * is that.
 */
export async function findBelowAmount(
  reader: Reader,
  livemode: Livemode,
  amountCents: number,
): Promise<{ row: ShownDonation; version: number } | undefined> {
  const [found] = await BELOW[livemode](reader, [amountCents])
  return found && { row: toShown(found), version: Number(found.version) }
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
    .selectFrom(
      queryShown(reader, livemode)
        .select('sequence')
        .where('amount_cents', '=', amountCents)
        .where('sequence', '>', sequence)
        .limit(COUNTED_FROM_END)
        .as('later'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (later.count < COUNTED_FROM_END) return equals - 1 - later.count
  const earlier = await queryShown(reader, livemode)
    .select(({ fn }) => fn.countAll<number>().as('count'))
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
  const { count } = await queryShown(reader, livemode)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('amount_cents', '=', amountCents)
    .where('sequence', '>', sequence)
    .where('sequence', '<=', lower.sequence)
    .executeTakeFirstOrThrow()
  return count
}

function selectRows(reader: Reader, { livemode, limit }: WantedRows) {
  return selectShown(reader, livemode).orderBy(byRank).limit(limit)
}
