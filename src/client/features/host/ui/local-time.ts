/** Returns an instant as the value of a field for date and time, in the viewer's time zone. */
export function toLocal(instant: string | undefined): string {
  if (instant === undefined) return ''
  const date = new Date(instant)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  // The second that an end may have, as after overtime, stays.
  return local.toISOString().slice(0, 19)
}

/** Returns the instant, ISO 8601 in UTC, of such a value. */
export function toInstant(local: string): string {
  return new Date(local).toISOString()
}
