const DAY_MS = 24 * 60 * 60 * 1000
const WEEK_MS = 7 * DAY_MS

/** For how long all backups are kept, ms; then the last of each day, then the last of each week. */
const KEEP_ALL_MS = 2 * DAY_MS
const KEEP_DAYS_MS = 14 * DAY_MS
const KEEP_WEEKS_MS = 8 * WEEK_MS

/** Monday, 5 January 1970, from which weeks are counted. */
const FIRST_MONDAY_MS = 4 * DAY_MS

/** Returns the times, Unix ms, of the backups that are kept no longer; never the newest. */
export function findOutdated(times: readonly number[], now: number): number[] {
  const newestFirst = times.toSorted((a, b) => b - a)
  const kept = new Set<string>()
  return newestFirst.filter((time, index) => {
    const span = spanOf(time, now)
    if (index > 0 && (span === undefined || kept.has(span))) return true
    if (span !== undefined) kept.add(span)
    return false
  })
}

/** Returns the span of which one backup is kept; undefined if it is too old to be kept. */
function spanOf(time: number, now: number): string | undefined {
  const age = now - time
  if (age <= KEEP_ALL_MS) return `backup ${time}`
  if (age <= KEEP_DAYS_MS) return `day ${Math.floor(time / DAY_MS)}`
  if (age <= KEEP_WEEKS_MS) return `week ${Math.floor((time - FIRST_MONDAY_MS) / WEEK_MS)}`
  return undefined
}
