import type { Selectable } from 'kysely'
import type { Match } from '#contract/matches.ts'
import type { MatchesTable } from '#server/infra/database/schema/choice-tables.ts'
import type { CountedSpan } from '#server/features/ledger/ledger.ts'

export type MatchRow = Selectable<MatchesTable>

/** A match that its host has cancelled once it had begun, and when, Unix ms. */
export interface CancelledMatch {
  match: Match
  cancelledAt: number
}

/** The same with the sum that it would count. */
export interface CancelledSum extends CancelledMatch {
  countedCents: number
}

/** Returns the span of the captures that a match matches. */
export function toMatchSpan({ startsAt, endsAt }: Pick<Match, 'startsAt' | 'endsAt'>): CountedSpan {
  return { start: Date.parse(startsAt), end: Date.parse(endsAt), isFinal: true }
}

/** Returns a match as everybody sees it at a time, Unix ms. */
export function toMatch(row: MatchRow, now: number): Match {
  return {
    id: row.id,
    sponsor: row.sponsor,
    ratePercent: row.rate_percent,
    capCents: row.cap_cents,
    startsAt: new Date(row.starts_at).toISOString(),
    endsAt: new Date(row.ends_at).toISOString(),
    stoppedEarly: row.stopped_early === 1,
    over: row.ends_at <= now,
  }
}
