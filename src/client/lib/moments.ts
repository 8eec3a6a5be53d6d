import { LOCALE } from './format.ts'

/**
 * Formats a time in the viewer's time zone, or the one that is given, such as `Nov 21, 2:05 PM`, and
 * of another year `Nov 21, 2025, 2:05 PM`; Unix ms.
 */
export function formatMoment(time: number, now = Date.now(), timeZone?: string): string {
  return joinTimes(formatterOf([time], now, clockOf(timeZone)).format(time))
}

/** Formats times as `formatMoment` does, with the second where two of them are in one minute. */
export function formatMoments(
  times: readonly number[],
  now = Date.now(),
  timeZone?: string,
): string[] {
  const moments = times.map((time) => formatMoment(time, now, timeZone))
  const exact = { ...clockOf(timeZone), second: '2-digit' } as const
  return moments.map((moment, index) => {
    const time = times[index] ?? 0
    const isShared = moments.some((other, at) => other === moment && times[at] !== time)
    return isShared ? joinTimes(formatterOf([time], now, exact).format(time)) : moment
  })
}

/**
 * Formats when something ends, in the viewer's time zone: by its last day, if it ends with one, such
 * as `midnight` or `the end of Nov 21`; Unix ms.
 */
export function formatEnd(time: number, now = Date.now()): string {
  if (new Date(time).setHours(0, 0, 0, 0) !== time) return formatMoment(time, now)
  const lastDay = time - 1
  if (new Date(lastDay).toDateString() === new Date(now).toDateString()) return 'midnight'
  return `the end of ${formatDate(lastDay, now)}`
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
  return joinTimes(
    formatterOf([from, to], now, clockOf(timeZone)).formatRange(from, Math.max(from, to)),
  )
}

/** Keeps the hour and its half of the day in one line, as in `2:05 PM`. */
function joinTimes(text: string): string {
  return text.replace(/\s(?=[ap]m\b)/gi, '\u00A0')
}

/** Returns what formats times, with the year if one of them is of another. */
function formatterOf(
  times: readonly number[],
  now: number,
  clock: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALE, { ...daysOf(times, now), ...clock })
}

/** Returns how the time of a day is told in a time zone. */
function clockOf(timeZone: string | undefined): Intl.DateTimeFormatOptions {
  return { hour: 'numeric', minute: '2-digit', timeZone }
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
