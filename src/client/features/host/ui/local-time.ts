const DAY_MS = 86_400_000

/** The last value of a field for date and time: without one, browsers offer six digits for the year. */
export const LAST_LOCAL = '9999-12-31T23:59:59'

/** Returns an instant as the value of a field for date and time, in a time zone. */
export function toLocal(
  instant: string | undefined,
  timeZone: string,
  // The second that an end may have, as after overtime, stays.
  timeStyle: 'short' | 'medium' = 'medium',
): string {
  if (instant === undefined) return ''
  // The Swedish form is that of ISO 8601, with a space in place of the T.
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle })
  // While a year is typed, it has fewer than four digits.
  return local
    .format(Date.parse(instant))
    .replace(' ', 'T')
    .replace(/^\d+/, (year) => year.padStart(4, '0'))
}

/**
 * Returns the instant, ISO 8601 in UTC, of such a value, as calendars and the server read it: of a time
 * that a clock change repeats the earlier one, and of one that it skips the one as much later.
 */
export function toInstant(local: string, timeZone: string): string {
  const wanted = parseLocal(local)
  const offsetAt = (at: number) =>
    parseLocal(toLocal(new Date(at).toISOString(), timeZone)) - Math.floor(at / 1_000) * 1_000
  // The offsets of a day earlier and a day later are those of both sides of a clock change.
  const [before, after] = [offsetAt(wanted - DAY_MS), offsetAt(wanted + DAY_MS)]
  const isRead = (offset: number) => offsetAt(wanted - offset) === offset
  const offset = !isRead(before) && isRead(after) ? after : before
  return new Date(wanted - offset).toISOString()
}

export interface ShownInstants {
  timeZone: string
  /** The instants that the field may show as long as nobody changes it. */
  shown: readonly (string | undefined)[]
}

/**
 * Returns the instant of a field's value: the one that it shows, untouched, as two can look alike;
 * empty for an empty field.
 */
export function readInstant(local: string, { timeZone, shown }: ShownInstants): string {
  if (local === '') return ''
  const wanted = parseLocal(local)
  const given = shown.find((instant) => parseLocal(toLocal(instant, timeZone)) === wanted)
  return given ?? toInstant(local, timeZone)
}

/** Reads a local time as if it were UTC, so that two can be compared; browsers write some shorter. */
function parseLocal(local: string): number {
  // A year of five digits, which a browser may let somebody type, is written with a sign and six.
  return Date.parse(`${local}Z`.replace(/^\d{5,6}(?=-)/, (year) => `+${year.padStart(6, '0')}`))
}
