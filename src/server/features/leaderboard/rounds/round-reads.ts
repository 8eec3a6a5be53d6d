import type { Round } from '#contract/rounds.ts'
import { queryByKeys } from '#server/infra/database/compile-once.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { endOf, toRound, type RoundRow } from './round.ts'

/** The most rounds that are listed. */
const MAX_LISTED = 200

/** The time before its start, ms, from which a round stands in place of the one before. */
const AHEAD_MS = 10 * 60_000

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
 * Returns the round that the page shows at a time, Unix ms: the one that runs, else one that begins
 * in ten minutes, else one that was cancelled in the last ten, else one that was over in the last
 * week, else the next; undefined without any.
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
 * Chooses the current one of rounds, the latest start first. One that a host has just cancelled is
 * told, unless another runs or is about to begin.
 */
export function chooseCurrent(rounds: readonly KnownRound[], now: number): KnownRound | undefined {
  const cancelled = rounds.find(
    ({ row }) => row.cancelled_at !== null && now - row.cancelled_at < CANCELLED_SHOWN_MS,
  )
  const valid = rounds.filter(({ row }) => row.cancelled_at === null)
  const begun = valid.find(({ row }) => row.starts_at <= now)
  const next = valid.findLast(({ row }) => row.starts_at > now)
  const end = begun === undefined ? -Infinity : endOf(begun.row)
  if (now < end) return begun
  if (next !== undefined && next.row.starts_at - now <= AHEAD_MS) return next
  return cancelled ?? (now - end <= SHOWN_AFTER_MS ? begun : next)
}
