import { LOCALE } from './format.ts'

/**
 * Formats a time in the viewer's time zone, such as `Nov 21, 2:05 PM`, and of another year
 * `Nov 21, 2025, 2:05 PM`; Unix ms.
 */
export function formatMoment(time: number, now = Date.now()): string {
  return joinTimes(formatterOf([time], now).format(time))
}

/**
 * Formats a span in the viewer's time zone, its day once if it has one, such as
 * `Nov 21, 2:05 – 3:10 PM`; Unix ms.
 */
export function formatMomentRange(from: number, to: number, now = Date.now()): string {
  return joinTimes(formatterOf([from, to], now).formatRange(from, Math.max(from, to)))
}

/** Keeps the hour and its half of the day in one line, as in `2:05 PM`. */
function joinTimes(text: string): string {
  return text.replace(/\s(?=[ap]m\b)/gi, '\u00A0')
}

/** Returns what formats times, with the year if one of them is of another. */
function formatterOf(times: readonly number[], now: number): Intl.DateTimeFormat {
  const yearOf = (time: number) => new Date(time).getFullYear()
  return new Intl.DateTimeFormat(LOCALE, {
    year: times.every((time) => yearOf(time) === yearOf(now)) ? undefined : 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
}

/** Formats the time from one instant, ISO 8601, to another, in the viewer's time zone. */
export function formatSpan(start: string, end: string): string {
  return `${formatMoment(Date.parse(start))} – ${formatMoment(Date.parse(end))}`
}

/** Says in which zone moments are shown: the viewer's, such as `Times in Europe/Berlin`. */
export function describeZone(): string {
  return `Times in ${Intl.DateTimeFormat().resolvedOptions().timeZone}`
}
