/*
 * Amounts, counts and times are written in the page's own language, not the viewer's: a German
 * browser's "1.234,56 $" would break the rows' '$amount' and read oddly within English sentences.
 */
const LOCALE = 'en-US'

const amounts = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD' })
const counts = new Intl.NumberFormat(LOCALE)
const durations = new Intl.RelativeTimeFormat(LOCALE, { style: 'short' })

/** Cents as people read them: 123456 are `$1,234.56`. */
export function formatAmount(amountCents: number): string {
  return amounts.format(amountCents / 100)
}

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
