import { PODIUM_PLACES } from '../geometry/row-height.ts'

/** A newcomer's way up, in positions: it starts at `from` and comes to rest at `to`. */
export interface Climb {
  from: number
  to: number
}

/** A newcomer is seen to pass at most so many others. */
const MAX_CLIMBED_PLACES = 6

/** More newcomers at once than one can follow simply appear. */
const MAX_CLIMBS = 2

/**
 * The ways of newcomers to the given positions, on a list of which so many rows are rendered. On
 * the podium one climbs through the rows below it, up to its place.
 */
export function findClimbs(positions: readonly number[], rendered: number): Climb[] {
  if (positions.length > MAX_CLIMBS) return []
  return positions.map((to) => ({
    from: Math.min(to + MAX_CLIMBED_PLACES, Math.max(to + 1, PODIUM_PLACES + rendered)),
    to,
  }))
}

/**
 * When whoever now stands at `position` gives way: in the moment in which the climb comes by. A
 * climb slows down towards its end like --ease, for which the fifth power is close.
 */
export function findDelayMs(position: number, climbs: readonly Climb[], climbMs: number): number {
  const delays = climbs
    .filter(({ from, to }) => position > to && position <= from)
    .map(({ from, to }) => {
      const shareLeft = (position - to) / (from - to)
      return Math.round(climbMs * (1 - shareLeft ** (1 / 5)))
    })
  return Math.max(0, ...delays)
}
