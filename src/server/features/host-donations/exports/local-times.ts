/** Returns the day of a time, Unix ms, in a time zone, and the time itself in UTC. */
export function toLocalTimes(at: number, timeZone: string): { date: string; datetime: string } {
  return { date: formatOf(timeZone).format(at), datetime: new Date(at).toISOString() }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar of Sweden writes days as ISO 8601 does. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  formats.set(timeZone, format)
  return format
}
