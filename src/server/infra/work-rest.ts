/** The rests of a work that is done again and again. */
export interface RestRule {
  /** The rest as a multiple of the time that the work took: it takes that share of the time. */
  factor: number
  /** The shortest rest, ms. */
  leastMs: number
  /** The longest rest, ms: the work may have been long since the process or the database stood still. */
  mostMs: number
}

/**
 * Returns how long a work that took `tookMs` rests, ms. What has failed rests for the shortest time,
 * since waiting for an error says nothing of what the work costs.
 */
export function restOf(
  { tookMs, hasFailed }: { tookMs: number; hasFailed: boolean },
  { factor, leastMs, mostMs }: RestRule,
): number {
  return hasFailed ? leastMs : Math.min(Math.max(leastMs, factor * tookMs), mostMs)
}
