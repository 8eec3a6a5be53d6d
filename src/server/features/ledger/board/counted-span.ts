import { sql, type RawBuilder } from 'kysely'
import type { TimeSpan } from '#server/infra/time-span.ts'

/** A span of times, and which of a donation's times is in it. */
export interface CountedSpan extends TimeSpan {
  /**
   * The rule for a payment that was pending: by default it counts where its money was captured, else
   * where it was begun.
   */
  pending?: 'captured' | 'begun'
  /**
   * True if its end decides something: a donation that was on no board then, because it had no name,
   * does not count if its donor names it later.
   */
  isFinal?: boolean
}

/** The times by which a donation belongs to spans, Unix ms. */
export interface CountedTimes {
  /** When its money was captured, or recorded if that is not known. */
  captured: number
  /** When its payment was begun, if it was pending; else as `captured`. */
  begun: number
  /** When it got its name, if it was recorded without one; else 0. */
  named: number
}

interface TimesRow {
  timestamp: number
  captured_at: number | null
  begun_at: number | null
  named_at: number | null
}

export function toTimes({ timestamp, captured_at, begun_at, named_at }: TimesRow): CountedTimes {
  const captured = captured_at ?? timestamp
  return { captured, begun: begun_at ?? captured, named: named_at ?? 0 }
}

/** Returns whether a donation belongs to a span; `withinSpan` is the same rule in SQL. */
export function isWithin(
  { start, end, pending = 'captured', isFinal = false }: CountedSpan,
  times: CountedTimes,
): boolean {
  const isInTime = !isFinal || times.named < end
  return start <= times[pending] && times[pending] < end && isInTime
}

/** Returns the time from which a donation is on the board of a span; `shownFrom` is it in SQL. */
export function findShownFrom(times: CountedTimes): number {
  return Math.max(times.captured, times.named)
}

export function isSameSpan(a: CountedSpan, b: CountedSpan): boolean {
  return (
    a.start === b.start && a.end === b.end && a.pending === b.pending && a.isFinal === b.isFinal
  )
}

/** Returns the time of a donation by which it belongs to a span or not, in SQL. */
function countedAt({ pending }: CountedSpan): RawBuilder<number> {
  return pending === 'begun'
    ? sql<number>`coalesce(donations.begun_at, donations.captured_at, donations.timestamp)`
    : sql<number>`coalesce(donations.captured_at, donations.timestamp)`
}

/** Returns the condition that a donation belongs to a span, in SQL. */
export function withinSpan(span: CountedSpan): RawBuilder<boolean> {
  const { start, end, isFinal = false } = span
  const within = sql<boolean>`${countedAt(span)} >= ${start} and ${countedAt(span)} < ${end}`
  if (!isFinal) return within
  return sql<boolean>`${within} and (donations.named_at is null or donations.named_at < ${end})`
}

/**
 * Returns the time from which a donation is on the board of a span, in SQL: that by which it belongs
 * to the span, or at which it got its name.
 */
export function shownFrom(span: CountedSpan): RawBuilder<number> {
  const at = countedAt(span)
  return sql<number>`case when donations.named_at > ${at} then donations.named_at else ${at} end`
}
