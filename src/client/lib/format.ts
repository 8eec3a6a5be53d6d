import { groupThousands } from '#contract/money.ts'

/** The language of the page, and of what the server renders of it; a BCP 47 tag. */
const PAGE_LANGUAGE = 'en-US'

/**
 * The viewer's locale for dates and times of day, as a BCP 47 tag. Their words stand in the page's
 * English, so they carry it as their `lang`.
 */
export const LOCALE = readLocale()

function readLocale(): string {
  try {
    return new Intl.Locale(navigator.language).toString()
  } catch {
    // Chromium under the POSIX locale calls its language `en-US@posix`.
    return PAGE_LANGUAGE
  }
}

/** Formats a count: 1204 as `1,204`. */
export function formatCount(count: number): string {
  return groupThousands(String(count))
}

/** Keeps each place in a sentence, such as `#1`, on the line of the word before it. */
export function keepPlaces(sentence: string): string {
  return sentence.replaceAll(/ (?=#\d)/g, '\u{a0}')
}

/** The units of a time that has passed, in the words of CLDR's short English, without their points. */
const UNITS = [
  { unit: 'yr', seconds: 31_536_000 },
  { unit: 'mo', seconds: 2_592_000 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hr', seconds: 3600 },
  { unit: 'min', seconds: 60 },
] as const

/**
 * Formats how long ago a time was, in its largest whole unit, such as `2 min ago`. Returns `now`
 * below a minute, and for a time in the future. Both times are Unix ms.
 */
export function formatTimeAgo(time: number, now: number): string {
  const elapsedSeconds = (now - time) / 1000
  const largest = UNITS.find(({ seconds }) => elapsedSeconds >= seconds)
  if (largest === undefined) return 'now'
  const amount = Math.floor(elapsedSeconds / largest.seconds)
  const plural = largest.unit === 'day' && amount > 1 ? 's' : ''
  return `${formatCount(amount)} ${largest.unit}${plural} ago`
}

/**
 * Formats a deadline in the time zone of the campaign, such as
 * `November 28, 2026 at 11:59 PM (Europe/Berlin)`, or `Nov 28, 2026, 11:59 PM (Europe/Berlin)`.
 */
export function formatDeadline(
  deadline: string,
  timeZone: string,
  dateStyle: 'long' | 'medium' = 'long',
): string {
  const format = new Intl.DateTimeFormat(PAGE_LANGUAGE, {
    dateStyle,
    timeStyle: 'short',
    timeZone,
  })
  return `${format.format(Date.parse(deadline))} (${timeZone})`
}
