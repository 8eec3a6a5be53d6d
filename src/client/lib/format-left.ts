const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Writes a time that is left as a clock does: '2 d 4 h', '4:05:09', '12:34'; never below zero. */
export function formatLeft(ms: number): string {
  // Rounded up, so that it is 0:00 at the end and not a second before.
  const left = Math.max(0, Math.ceil(ms / SECOND) * SECOND)
  if (left >= 2 * DAY) return `${Math.floor(left / DAY)} d ${Math.floor((left % DAY) / HOUR)} h`
  const pad = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const seconds = pad((left % MINUTE) / SECOND)
  if (left >= HOUR) return `${Math.floor(left / HOUR)}:${pad((left % HOUR) / MINUTE)}:${seconds}`
  return `${Math.floor(left / MINUTE)}:${seconds}`
}
