import { sql, type RawBuilder } from 'kysely'
import type { TimeSpan } from '#server/infra/time-span.ts'

/** A span of times, and which of a donation's times is in it. */
export interface CountedSpan extends TimeSpan {
  /**
   * The rule for a payment that was pending: by default it counts where its money was captured, else
   * where it was begun.
   */
  pending?: 'captured' | 'begun'
}

/** The times by which a donation belongs to spans, Unix ms. */
export interface CountedTimes {
  /** When its money was captured, or recorded if that is not known. */
  captured: number
  /** When its payment was begun, if it was pending; else as `captured`. */
  begun: number
}

interface TimesRow {
  timestamp: number
  captured_at: number | null
  begun_at: number | null
}

export function toTimes({ timestamp, captured_at, begun_at }: TimesRow): CountedTimes {
  const captured = captured_at ?? timestamp
  return { captured, begun: begun_at ?? captured }
}

/** Returns whether a donation belongs to a span; `countedAt` is the same rule in SQL. */
export function isWithin(
  { start, end, pending = 'captured' }: CountedSpan,
  times: CountedTimes,
): boolean {
  return start <= times[pending] && times[pending] < end
}

export function isSameSpan(a: CountedSpan, b: CountedSpan): boolean {
  return a.start === b.start && a.end === b.end && a.pending === b.pending
}

/** Returns the time of a donation by which it belongs to a span or not, in SQL. */
export function countedAt({ pending }: CountedSpan): RawBuilder<number> {
  return pending === 'begun'
    ? sql<number>`coalesce(donations.begun_at, donations.captured_at, donations.timestamp)`
    : sql<number>`coalesce(donations.captured_at, donations.timestamp)`
}
