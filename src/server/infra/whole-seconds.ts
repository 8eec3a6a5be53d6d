/**
 * The time by which the start of a new span may be past, ms: its form, with the time of now, may be
 * open for some minutes. An earlier one would count donations that nobody gave for it.
 */
const START_GRACE_MS = 5 * 60_000

/**
 * Returns the beginning of the second of an instant, Unix ms. Providers tell whole seconds: what they
 * take in the first second of a round or a match would otherwise come before it. Ends are treated
 * alike, so that one span can follow another.
 */
export function toSecond(instant: string | number): number {
  return Math.floor(new Date(instant).getTime() / 1_000) * 1_000
}

/** Returns the end of the second of an instant, Unix ms: what providers took in it comes before. */
export function toEndOfSecond(instant: number): number {
  return Math.ceil(instant / 1_000) * 1_000
}

/** Returns whether a span that is planned at a time, Unix ms, would begin before it. */
export function beginsInPast(start: number, at: number): boolean {
  return start < toSecond(at - START_GRACE_MS)
}
