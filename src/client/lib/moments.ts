import { LOCALE } from './format.ts'

/**
 * Formats a time in the viewer's time zone, such as `Nov 21, 2:05 PM`, and of another year
 * `Nov 21, 2025, 2:05 PM`; Unix ms.
 */
export function formatMoment(time: number, now = Date.now()): string {
  const date = new Date(time)
  const isThisYear = date.getFullYear() === new Date(now).getFullYear()
  return date.toLocaleString(LOCALE, {
    year: isThisYear ? undefined : 'numeric',
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
