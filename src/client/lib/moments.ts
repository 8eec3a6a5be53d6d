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
