import { sql } from 'kysely'
import { OVERTIME_MS } from '#contract/round-times.ts'
import { queryByKeys } from '#server/infra/database/compile-once.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import type { RoundRow } from './round.ts'

/** The time for which the page tells that a round was cancelled, ms. */
export const CANCELLED_SHOWN_MS = 10 * 60_000

/** The age of an end, ms, from which a round has its results, unless none ran since. */
const SURELY_COUNTED_MS = 24 * 60 * 60_000

/** The most rounds that the console lists of those that are not over, and of the others. */
const MAX_LISTED = 500

/** A round with the version of its latest results; null before there are any. */
export interface KnownRound {
  row: RoundRow
  results: number | null
}

type FoundRow = RoundRow & { results: number | null }

/** Selects rounds, each with the version of its latest results. */
export function selectRounds(reader: Reader) {
  return reader
    .selectFrom('rounds')
    .selectAll()
    .select((from) =>
      from
        .selectFrom('round_results')
        .whereRef('round_id', '=', 'rounds.id')
        .select(({ fn }) => fn.max('version').as('version'))
        .as('results'),
    )
}

function toKnown({ results, ...row }: FoundRow): KnownRound {
  return { row, results }
}

/** Returns a round of a mode; undefined if there is none. */
export async function findKnownRound(
  reader: Reader,
  livemode: Livemode,
  id: string,
): Promise<KnownRound | undefined> {
  const row = await selectRounds(reader)
    .where('id', '=', id)
    .where('livemode', '=', livemode)
    .executeTakeFirst()
  return row && toKnown(row)
}

// Every look at the campaign asks this, many times a second while money comes in.
const selectNear = queryByKeys((reader, keys: readonly number[]) => {
  const [mode, now = 0, cancelledAfter = 0] = keys
  const ofMode = selectRounds(reader).where('livemode', '=', sql<Livemode>`${mode}`)
  const valid = ofMode.where('cancelled_at', 'is', null)
  // Two never run at once, so the one that runs and the one before are the last that have begun.
  const begun = valid.where('starts_at', '<=', now).orderBy('starts_at', 'desc').limit(2)
  const next = valid.where('starts_at', '>', now).orderBy('starts_at').limit(1)
  const cancelled = ofMode.where('cancelled_at', '>', cancelledAfter).limit(MAX_LISTED)
  return reader
    .selectFrom(begun.as('begun'))
    .selectAll()
    .unionAll(reader.selectFrom(next.as('next')).selectAll())
    .unionAll(reader.selectFrom(cancelled.as('cancelled')).selectAll())
})

/**
 * Returns the rounds of which the page may show one at a time, Unix ms, the latest start first: the
 * last two that have begun, the next, and those that were cancelled in the last ten minutes.
 */
export async function readNearRounds(
  reader: Reader,
  livemode: Livemode,
  now: number,
): Promise<KnownRound[]> {
  const rows = await selectNear(reader, [livemode, now, now - CANCELLED_SHOWN_MS])
  return rows.map(toKnown).toSorted((a, b) => b.row.starts_at - a.row.starts_at)
}

// Every look of the keeper asks this, as often.
const selectOpen = queryByKeys((reader, keys: readonly number[]) => {
  const [mode, now = 0, endedAfter = 0] = keys
  return reader
    .selectFrom('rounds')
    .selectAll()
    .where('livemode', '=', sql<Livemode>`${mode}`)
    .where('starts_at', '<=', now)
    .where('ends_at', '>', endedAfter)
    .where('cancelled_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('round_results').select('version').whereRef('round_id', '=', 'rounds.id'),
        ),
      ),
    )
    .orderBy('starts_at')
})

/**
 * Returns the rounds that have begun by a time, Unix ms, and have no results, the earliest first; of
 * those that ended more than a day ago only if `all` is true.
 */
export async function readOpenRounds(
  reader: Reader,
  livemode: Livemode,
  { now, all }: { now: number; all: boolean },
): Promise<RoundRow[]> {
  return selectOpen(reader, [livemode, now, all ? 0 : now - SURELY_COUNTED_MS])
}

function selectCounted(reader: Reader, livemode: Livemode) {
  return reader
    .selectFrom('rounds')
    .selectAll()
    .where('livemode', '=', livemode)
    .where('cancelled_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('round_results').select('version').whereRef('round_id', '=', 'rounds.id')),
    )
}

/** Returns the ids of rounds with results, the greatest first, below one; at most `limit`. */
export async function readCountedIds(
  reader: Reader,
  livemode: Livemode,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<string[]> {
  let query = selectCounted(reader, livemode)
  if (after !== undefined) query = query.where('id', '<', after)
  const rows = await query.orderBy('id', 'desc').limit(limit).execute()
  return rows.map(({ id }) => id)
}

/** Returns those of some rounds that have results. */
export async function findCountedRounds(
  reader: Reader,
  livemode: Livemode,
  ids: readonly string[],
): Promise<RoundRow[]> {
  if (ids.length === 0) return []
  return selectCounted(reader, livemode).where('id', 'in', ids).execute()
}

/** Returns the rounds with results in which any time from one to another, Unix ms, may be. */
export async function readCountedAt(
  reader: Reader,
  livemode: Livemode,
  { from, to }: { from: number; to: number },
): Promise<RoundRow[]> {
  return selectCounted(reader, livemode)
    .where('starts_at', '<=', to)
    .where(sql<number>`ends_at + overtimes_used * ${sql.lit(OVERTIME_MS)}`, '>', from)
    .execute()
}

/** Returns the next round to begin after a time, Unix ms; undefined if there is none. */
export async function findNextRound(
  reader: Reader,
  livemode: Livemode,
  now: number,
): Promise<RoundRow | undefined> {
  return reader
    .selectFrom('rounds')
    .selectAll()
    .where('livemode', '=', livemode)
    .where('cancelled_at', 'is', null)
    .where('starts_at', '>', now)
    .orderBy('starts_at')
    .limit(1)
    .executeTakeFirst()
}

/** The place of a round in lists: no two have the same. */
export interface RoundKey {
  startsAt: number
  id: string
}

/**
 * Returns the rounds that have begun by a time, Unix ms, the latest start first, at most `limit`. One
 * that was cancelled before its start never did.
 */
export async function readBegunRounds(
  reader: Reader,
  livemode: Livemode,
  { now, before, limit }: { now: number; before: RoundKey | undefined; limit: number },
): Promise<KnownRound[]> {
  let query = selectRounds(reader)
    .where('livemode', '=', livemode)
    .where('starts_at', '<=', now)
    .where(({ or, eb, ref }) =>
      or([eb('cancelled_at', 'is', null), eb('cancelled_at', '>=', ref('starts_at'))]),
    )
  if (before !== undefined) {
    const { startsAt, id } = before
    query = query.where(({ and, or, eb }) =>
      or([
        eb('starts_at', '<', startsAt),
        and([eb('starts_at', '=', startsAt), eb('id', '<', id)]),
      ]),
    )
  }
  const rows = await query.orderBy('starts_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map(toKnown)
}

/**
 * Returns a mode's rounds, the latest start first: those that are not over at a time, Unix ms, and
 * the latest of the others, at most 500 of each. `isWhole` is false if there are more.
 */
export async function readListedRounds(
  reader: Reader,
  livemode: Livemode,
  now: number,
): Promise<{ rounds: KnownRound[]; isWhole: boolean }> {
  const ofMode = selectRounds(reader).where('livemode', '=', livemode)
  const end = sql<number>`ends_at + overtimes_used * ${sql.lit(OVERTIME_MS)}`
  const [open, over] = [ofMode.where(end, '>', now), ofMode.where(end, '<=', now)]
  const limit = MAX_LISTED + 1
  const next = await open.orderBy('starts_at').orderBy('id').limit(limit).execute()
  const last = await over.orderBy('starts_at', 'desc').orderBy('id').limit(limit).execute()
  const listed = [...next.slice(0, MAX_LISTED).toReversed(), ...last.slice(0, MAX_LISTED)]
  const rounds = listed.map(toKnown).toSorted((a, b) => b.row.starts_at - a.row.starts_at)
  return { rounds, isWhole: Math.max(next.length, last.length) < limit }
}
