/** Counts and times are written in the page's own language, not the viewer's, as amounts are. */
const LOCALE = 'en-US'

const counts = new Intl.NumberFormat(LOCALE)
const durations = new Intl.RelativeTimeFormat(LOCALE, { style: 'short' })

/** 1204 are `1,204`. */
export function formatCount(count: number): string {
  return counts.format(count)
}

const UNITS = [
  { unit: 'year', seconds: 31_536_000 },
  { unit: 'month', seconds: 2_592_000 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const

/**
 * How long ago a moment was, in its largest whole unit, such as `2 min ago`. Below a minute, and
 * ahead of a clock that is behind, it is `just now`. Both times are Unix ms.
 */
export function formatTimeAgo(time: number, now: number): string {
  const elapsedSeconds = (now - time) / 1000
  const largest = UNITS.find(({ seconds }) => elapsedSeconds >= seconds)
  if (largest === undefined) return 'just now'
  const amount = Math.floor(elapsedSeconds / largest.seconds)
  return durations.format(-amount, largest.unit).replace('.', '')
}

const moments = new Intl.DateTimeFormat(LOCALE, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** A moment in the viewer's time zone, such as `Nov 21, 2:05 PM`; Unix ms. */
export function formatMoment(time: number): string {
  return moments.format(time)
}
