/**
 * The time in the sentence of an error, which has it as `details.until`. The server tells it in the
 * campaign's time zone; a page tells it in the viewer's, as all times that it shows.
 */
export interface ToldTime {
  /** ISO 8601, UTC. */
  at: string
  /** The words of the sentence that tell it. */
  words: string
}

/** Returns the time in the sentence of an error; undefined if it tells none. */
export function readToldTime(details: Record<string, unknown> = {}): ToldTime | undefined {
  const { until } = details
  if (typeof until !== 'object' || until === null) return undefined
  if (!('at' in until) || !('words' in until)) return undefined
  const { at, words } = until
  return typeof at === 'string' && typeof words === 'string' ? { at, words } : undefined
}
