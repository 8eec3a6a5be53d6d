import { PODIUM_PLACES } from '../geometry/row-height.ts'

/** A newcomer's way up, in ranks, from `from` to `to`. */
export interface Climb {
  from: number
  to: number
}

/** The most rows that a newcomer is seen to pass. */
const MAX_CLIMBED_PLACES = 6

/** The most newcomers at once that climb; more than a viewer can follow fade in instead. */
const MAX_CLIMBS = 2

/**
 * Returns the climbs of newcomers to the given ranks, in a list with that many rendered rows. A
 * newcomer to the podium climbs through the rows below it.
 */
export function findClimbs(ranks: readonly number[], rendered: number): Climb[] {
  if (ranks.length > MAX_CLIMBS) return []
  return ranks.map((to) => ({
    from: Math.min(to + MAX_CLIMBED_PLACES, Math.max(to + 1, PODIUM_PLACES + rendered)),
    to,
  }))
}

/**
 * Returns the delay until the row at `rank` gives way, ms: the moment at which a climb passes
 * it. A climb slows down towards its end like --ease, for which the fifth power is close.
 */
export function findDelayMs(rank: number, climbs: readonly Climb[], climbMs: number): number {
  const delays = climbs
    .filter(({ from, to }) => rank > to && rank <= from)
    .map(({ from, to }) => {
      const shareLeft = (rank - to) / (from - to)
      return Math.round(climbMs * (1 - shareLeft ** (1 / 5)))
    })
  return Math.max(0, ...delays)
}
