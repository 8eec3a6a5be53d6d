import type { Round } from '#contract/rounds.ts'
import { queryByKeys } from '#server/infra/database/compile-once.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { endOf, toRound, type RoundRow } from './round.ts'

/** The most rounds that are listed. */
const MAX_LISTED = 200

/** The time before its start, ms, from which a round stands in place of the one before. */
const AHEAD_MS = 10 * 60_000

/** The time after its end, ms, in which nothing stands in place of a round's ceremony and result. */
const RESULT_FIRST_MS = 2 * 60_000

/** The time for which a round that is over stays the current one, ms. */
const SHOWN_AFTER_MS = 7 * 24 * 60 * 60_000

/** The time for which the page tells that a round was cancelled, ms. */
const CANCELLED_SHOWN_MS = 10 * 60_000

/** A round with the version of its latest results; null before there are any. */
export interface KnownRound {
  row: RoundRow
  results: number | null
}

// Every look at the rounds asks this, many times a second while money comes in.
const selectRounds = queryByKeys((reader, livemodes: readonly Livemode[]) =>
  reader
    .selectFrom('rounds')
    .selectAll()
    .select((from) =>
      from
        .selectFrom('round_results')
        .whereRef('round_id', '=', 'rounds.id')
        .select(({ fn }) => fn.max('version').as('version'))
        .as('results'),
    )
    .where('livemode', 'in', livemodes)
    .orderBy('starts_at', 'desc')
    .limit(MAX_LISTED),
)

/** Returns a mode's rounds, the latest start first. */
export async function readRounds(reader: Reader, livemode: Livemode): Promise<KnownRound[]> {
  const rows = await selectRounds(reader, [livemode])
  return rows.map(({ results, ...row }) => ({ row, results }))
}

/**
 * Returns the round that the page shows at a time, Unix ms; see `chooseCurrent`. It is undefined
 * without any.
 */
export async function readCurrentRound(
  reader: Reader,
  livemode: Livemode,
  now: number,
): Promise<Round | undefined> {
  const current = chooseCurrent(await readRounds(reader, livemode), now)
  return current && toRound(current.row, current.results)
}

/**
 * Chooses the current one of rounds, the latest start first: the one that runs, else one that begins
 * in ten minutes, else one that has just ended, else one that was cancelled in the last ten minutes,
 * else one that was over in the last week, else the next.
 */
export function chooseCurrent(rounds: readonly KnownRound[], now: number): KnownRound | undefined {
  const valid = rounds.filter(({ row }) => row.cancelled_at === null)
  const begun = valid.find(({ row }) => row.starts_at <= now)
  const next = valid.findLast(({ row }) => row.starts_at > now)
  const end = begun === undefined ? -Infinity : endOf(begun.row)
  if (now < end) return begun
  if (next !== undefined && next.row.starts_at - now <= AHEAD_MS) return next
  const cancelled = findCancelled(rounds, now, end)
  return cancelled ?? (now - end <= SHOWN_AFTER_MS ? begun : next)
}

/**
 * Returns the round whose cancelling is told: one that ran, else another one once the result of the
 * round that ended last, at `end`, has been told. What was cancelled before that end is no news.
 */
function findCancelled(
  rounds: readonly KnownRound[],
  now: number,
  end: number,
): KnownRound | undefined {
  const told = rounds.filter(({ row: { cancelled_at: at } }) => {
    return at !== null && at >= end && now - at < CANCELLED_SHOWN_MS
  })
  const ran = told.find(({ row }) => row.starts_at <= (row.cancelled_at ?? -Infinity))
  return ran ?? (now < end + RESULT_FIRST_MS ? undefined : told[0])
}
