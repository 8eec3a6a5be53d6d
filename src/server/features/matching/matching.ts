import type { Match } from '#contract/matches.ts'
import { queryByKeys } from '#server/infra/database/compile-once.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { toMatch, type CancelledMatch, type MatchRow } from './match.ts'

// Each look at the campaign asks this, many times a second while money comes in.
const selectBegun = queryByKeys((reader, begunBy: readonly number[]) =>
  reader
    .selectFrom('matches')
    .selectAll()
    .where('cancelled_at', 'is', null)
    .where('starts_at', '<=', begunBy[0] ?? 0)
    .orderBy('starts_at', 'desc')
    .orderBy('id'),
)

/** Returns the matches of a mode that have begun by a time, Unix ms, the latest start first. */
export async function readBegunMatches(
  reader: Reader,
  livemode: Livemode,
  now: number,
): Promise<Match[]> {
  const rows = await selectBegun(reader, [now])
  return rows.filter((row) => row.livemode === livemode).map((row) => toMatch(row, now))
}

/** Returns the matches of a mode that have begun, and were cancelled since a time, Unix ms. */
export async function readCancelledMatches(
  reader: Reader,
  livemode: Livemode,
  { since, now }: { since: number; now: number },
): Promise<CancelledMatch[]> {
  const rows = await reader
    .selectFrom('matches')
    .selectAll()
    .where('livemode', '=', livemode)
    .where('cancelled_at', '>=', since)
    .whereRef('starts_at', '<=', 'cancelled_at')
    .execute()
  return rows.map((row) => ({ match: toMatch(row, now), cancelledAt: row.cancelled_at ?? now }))
}

/** Returns a mode's matches, the latest start first, at most so many. */
export async function readMatches(
  reader: Reader,
  livemode: Livemode,
  limit?: number,
): Promise<MatchRow[]> {
  return reader
    .selectFrom('matches')
    .selectAll()
    .where('livemode', '=', livemode)
    .orderBy('starts_at', 'desc')
    .orderBy('id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute()
}

/** Returns whether there ever was a match. */
export async function hasMatches(reader: Reader): Promise<boolean> {
  const found = await reader.selectFrom('matches').select('id').limit(1).executeTakeFirst()
  return found !== undefined
}

export { toMatchSpan, type CancelledSum } from './match.ts'
