/** A calendar day of a time zone; `to` is the first time that is out of it, Unix ms. */
export interface Day {
  date: string
  from: number
  to: number
}

/** Returns the day of a time zone that contains `now`, Unix ms, and those before it, in order. */
export function listDays(now: number, timeZone: string, count: number): Day[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  return Array.from({ length: count }, (_day, index) =>
    toDay(today.subtract({ days: count - 1 - index }), timeZone),
  )
}

/**
 * Returns the time from the first day to the end of the last, Unix ms; a day that is missing leaves
 * its side open.
 */
export function toSpan(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  timeZone: string,
): { from?: number; to?: number } {
  return {
    ...(from !== undefined && { from: toDay(Temporal.PlainDate.from(from), timeZone).from }),
    ...(to !== undefined && { to: toDay(Temporal.PlainDate.from(to), timeZone).to }),
  }
}

/** Returns a calendar day of a time zone, however many hours its clocks give it. */
function toDay(date: Temporal.PlainDate, timeZone: string): Day {
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).epochMilliseconds
  return { date: date.toString(), from: startOf(date), to: startOf(date.add({ days: 1 })) }
}
