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
 * Returns the instant, ISO 8601 in UTC, of such a value; of a time that a clock change skips, the one
 * as much later as it skips, as calendars do.
 */
export function toInstant(local: string, timeZone: string): string {
  const wanted = Date.parse(`${local}Z`)
  const behind = (at: number) =>
    wanted - Date.parse(`${toLocal(new Date(at).toISOString(), timeZone)}Z`)
  let instant = wanted
  // The offset at the first guess may be that of the other side of a clock change.
  for (let turn = 0; turn < 2; turn += 1) instant += behind(instant)
  instant += Math.max(0, behind(instant))
  return new Date(instant).toISOString()
}
