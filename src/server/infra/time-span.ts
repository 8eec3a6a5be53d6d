import type { BoardSpan } from '#contract/boards.ts'

/** The times from `start` to before `end`, Unix ms. */
export interface TimeSpan {
  start: number
  end: number
}

/** The span of all time. */
export const ALL_TIME: TimeSpan = { start: 0, end: Number.MAX_SAFE_INTEGER }

/**
 * Returns the day, week (from Monday) or month of an IANA time zone that contains an instant, Unix
 * ms. A day begins at midnight, or at its first instant where a clock change skips midnight.
 */
export function spanAt(
  kind: Exclude<BoardSpan, 'round'>,
  instant: number,
  timeZone: string,
): TimeSpan {
  if (kind === 'all-time') return ALL_TIME
  const key = `${kind} ${timeZone}`
  const known = LAST.get(key)
  if (known !== undefined && hasInstant(known, instant)) return known
  const span = findSpan(kind, instant, timeZone)
  LAST.set(key, span)
  return span
}

function findSpan(kind: keyof typeof LENGTHS, instant: number, timeZone: string): TimeSpan {
  const date = dateAt(instant, timeZone)
  const first = firstDay(kind, date)
  const after = first.add(LENGTHS[kind])
  return { start: startOf(first, timeZone), end: startOf(after, timeZone) }
}

export function hasInstant({ start, end }: TimeSpan, instant: number): boolean {
  return start <= instant && instant < end
}

/** The last span of each kind and zone: each donation asks for today's and this week's. */
const LAST = new Map<string, TimeSpan>()

const LENGTHS = { today: { days: 1 }, week: { weeks: 1 }, month: { months: 1 } } as const

/**
 * Returns the date whose span of instants contains an instant. The local date may be that of a day
 * that has not begun or is over: where a clock goes back over midnight, a date comes twice.
 */
function dateAt(instant: number, timeZone: string): Temporal.PlainDate {
  const zoned = Temporal.Instant.fromEpochMilliseconds(Math.floor(instant)).toZonedDateTimeISO(
    timeZone,
  )
  const date = zoned.toPlainDate()
  const next = date.add({ days: 1 })
  return startOf(next, timeZone) <= instant ? next : date
}

function firstDay(kind: keyof typeof LENGTHS, date: Temporal.PlainDate): Temporal.PlainDate {
  if (kind === 'week') return date.subtract({ days: date.dayOfWeek - 1 })
  return kind === 'month' ? date.with({ day: 1 }) : date
}

/** Returns the first instant of a date, Unix ms. */
function startOf(date: Temporal.PlainDate, timeZone: string): number {
  return date.toZonedDateTime(timeZone).epochMilliseconds
}
