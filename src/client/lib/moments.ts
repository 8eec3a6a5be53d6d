import { LOCALE } from './format.ts'

/**
 * Formats a time in the viewer's time zone, or the one that is given, such as `Nov 21, 2:05 PM`, and
 * of another year `Nov 21, 2025, 2:05 PM`; Unix ms.
 */
export function formatMoment(time: number, now = Date.now(), timeZone?: string): string {
  return joinTimes(formatterOf([time], now, timeZone).format(time))
}

/** Formats the day of a time in the viewer's time zone, as `formatMoment` does; Unix ms. */
export function formatDate(time: number, now = Date.now()): string {
  return new Intl.DateTimeFormat(LOCALE, daysOf([time], now)).format(time)
}

/**
 * Formats a span in the viewer's time zone, or the one that is given, its day once if it has one,
 * such as `Nov 21, 2:05 – 3:10 PM`; Unix ms.
 */
export function formatMomentRange(
  from: number,
  to: number,
  now = Date.now(),
  timeZone?: string,
): string {
  return joinTimes(formatterOf([from, to], now, timeZone).formatRange(from, Math.max(from, to)))
}

/** Keeps the hour and its half of the day in one line, as in `2:05 PM`. */
function joinTimes(text: string): string {
  return text.replace(/\s(?=[ap]m\b)/gi, '\u00A0')
}

/** Returns what formats times, with the year if one of them is of another. */
function formatterOf(
  times: readonly number[],
  now: number,
  timeZone?: string,
): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALE, {
    ...daysOf(times, now),
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  })
}

/** Returns how days are told, with the year if one of them is of another. */
function daysOf(times: readonly number[], now: number): Intl.DateTimeFormatOptions {
  const yearOf = (time: number) => new Date(time).getFullYear()
  return {
    year: times.every((time) => yearOf(time) === yearOf(now)) ? undefined : 'numeric',
    month: 'short',
    day: 'numeric',
  }
}

/** Formats the time from one instant, ISO 8601, to another, in a time zone. */
export function formatSpan(start: string, end: string, timeZone: string): string {
  return formatMomentRange(Date.parse(start), Date.parse(end), undefined, timeZone)
}

/** Says in which zone moments are shown, by default the viewer's: `Times in Europe/Berlin`. */
export function describeZone(
  timeZone: string = Intl.DateTimeFormat().resolvedOptions().timeZone,
): string {
  return `Times in ${timeZone}`
}
