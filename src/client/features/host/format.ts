import { formatAmount } from '#contract/money.ts'
import { LOCALE } from '#client/lib/format.ts'

/** Formats cents with a true minus sign: -33000 as `−$330.00`. */
export function formatSigned(amountCents: number): string {
  return amountCents < 0 ? `−${formatAmount(-amountCents)}` : formatAmount(amountCents)
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
