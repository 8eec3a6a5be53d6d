import type { Selectable } from 'kysely'
import { COUNTING_MS, OVERTIME_MS } from '#contract/round-times.ts'
import type { Round } from '#contract/rounds.ts'
import type { RoundsTable } from '#server/infra/database/schema/round-tables.ts'
import type { CountedSpan } from '#server/features/ledger/ledger.ts'

export type RoundRow = Selectable<RoundsTable>

/** Returns the first instant after a round, with the overtime so far, Unix ms. */
export function endOf({ ends_at, overtimes_used }: RoundRow): number {
  return ends_at + overtimes_used * OVERTIME_MS
}

/** Returns the time at which the results of a round can be recorded, Unix ms. */
export function countedBy(row: RoundRow): number {
  return endOf(row) + COUNTING_MS
}

/** Returns the span whose donations count for a round. */
export function spanOf(row: RoundRow): CountedSpan {
  return { start: row.starts_at, end: endOf(row), pending: row.pending, isFinal: true }
}

/** Returns the span of a round as everybody sees it. */
export function toRoundSpan({ startsAt, endsAt, pending }: Round): CountedSpan {
  return { start: Date.parse(startsAt), end: Date.parse(endsAt), pending, isFinal: true }
}

/** Returns a round as everybody sees it; `results` is the version of its latest results. */
export function toRound(row: RoundRow, results: number | null): Round {
  return {
    id: row.id,
    name: row.name,
    prize: row.prize,
    ranks: row.ranks,
    startsAt: new Date(row.starts_at).toISOString(),
    endsAt: new Date(endOf(row)).toISOString(),
    overtime: { used: row.overtimes_used, max: row.overtimes },
    pending: row.pending,
    endedEarly: row.ended_early === 1,
    cancelled: row.cancelled_at !== null,
    results,
  }
}
