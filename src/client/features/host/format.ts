import { formatAmount } from '#contract/money.ts'
import { LOCALE } from '#client/lib/format.ts'

/** Formats cents with a true minus sign: -33000 as `−$330.00`. */
export function formatSigned(amountCents: number): string {
  // `Math.abs`, because −0 would be formatted with a sign.
  return `${amountCents < 0 ? '−' : ''}${formatAmount(Math.abs(amountCents))}`
}

/** Formats a difference of cents with its sign, without one for zero: 2500 as `+$25.00`. */
export function formatDifference(amountCents: number): string {
  return amountCents > 0 ? `+${formatAmount(amountCents)}` : formatSigned(amountCents)
}

const clocks = new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit' })

/** Formats the time of day in the viewer's time zone, such as `2:05 PM`; Unix ms. */
export function formatClock(time: number): string {
  return clocks.format(time)
}

const days = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** Formats a calendar day such as `2026-11-22` as `Nov 22`; an empty text stays empty. */
export function formatDay(date: string): string {
  return date === '' ? '' : days.format(new Date(`${date}T00:00:00Z`))
}
