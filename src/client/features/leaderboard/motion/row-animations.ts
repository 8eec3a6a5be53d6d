import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { findClimbs, findDelayMs } from './climbs.ts'
import { findRowElements, type RowElement } from './row-elements.ts'
import { glide, type GlideTiming, type Offset } from './glide.ts'
import { findLight } from '#client/lib/board-marks.ts'
import { prefersReducedMotion } from '#client/lib/reduced-motion.ts'
import { measureRowHeightPx, PODIUM_PLACES } from '../geometry/row-height.ts'
import { coordinatesOf } from '../geometry/position-coordinates.ts'

export { watchCoordinates } from '../geometry/position-coordinates.ts'

/** The durations of a change of places, ms: --t-move, and nearly --t-scene for a climb. */
const MOVE_MS = 320
const CLIMB_MS = 820
const LIGHT_MS = 1800
const EASE = 'cubic-bezier(.22, 1, .36, 1)'

const ARRIVAL_CLIMB_ROWS = 3

/**
 * Moves a donation's row up three rows to its place, as for a newcomer; does nothing if it is not
 * listed, climbs already, or if motion is reduced.
 */
export function animateArrival(list: HTMLElement | null, donationId: string): void {
  const row = findRowElements(list).find((candidate) => candidate.donationId === donationId)
  // A newcomer is on its way already.
  if (row === undefined || climbing.has(row.element) || prefersReducedMotion()) return
  climbUp(row.element, { x: 0, y: ARRIVAL_CLIMB_ROWS * measureRowHeightPx() })
}

/**
 * Moves rows from their old places to their new ones, and lets newcomers climb past those they
 * beat, each of which gives way at the moment it is passed. A row that is still moving at the next
 * change goes on from where it is.
 */
export function animateChanges(
  list: HTMLElement,
  rows: readonly RowElement[],
  oldRanks: ReadonlyMap<string, number>,
  arrivals: readonly LeaderboardEntry[],
): void {
  const moved = rows.filter(
    ({ donationId, rank }) => oldRanks.has(donationId) && oldRanks.get(donationId) !== rank,
  )
  const newcomers = rows.filter(
    ({ donationId }) =>
      !oldRanks.has(donationId) && arrivals.some((entry) => entry.id === donationId),
  )
  if (moved.length + newcomers.length === 0) return
  const coordinatesAt = coordinatesOf(list)
  const climbs = findClimbs(
    newcomers.map(({ rank }) => rank),
    rows.length,
  )
  for (const { element, rank } of newcomers) {
    const climb = climbs.find(({ to }) => to === rank)
    if (climb === undefined) fadeIn(element)
    else climbUp(element, offsetBetween(coordinatesAt(climb.from), coordinatesAt(rank)))
  }
  for (const { donationId, element, rank } of moved) {
    const oldRank = oldRanks.get(donationId) ?? rank
    const delay = findDelayMs(rank, climbs, CLIMB_MS)
    const timing = { duration: MOVE_MS, delay, easing: EASE }
    if (isPlace(oldRank) && !isPlace(rank)) fallBelow(element, timing)
    else glide(element, offsetBetween(coordinatesAt(oldRank), coordinatesAt(rank)), timing)
  }
}

function isPlace(rank: number): boolean {
  return rank <= PODIUM_PLACES
}

/**
 * Shows a row that has lost its place on the podium, from the height of a row above its own. From
 * the place itself it would slide over what is beside the board, since it is as wide as that.
 */
function fallBelow(element: HTMLElement, timing: GlideTiming): void {
  glide(element, { x: 0, y: -measureRowHeightPx() }, timing)
  element.animate([{ opacity: 0 }, { opacity: 1 }], { ...timing, fill: 'backwards' })
}

function offsetBetween(from: Offset, to: Offset): Offset {
  return { x: from.x - to.x, y: from.y - to.y }
}

/** The fade-in of each element's last climb; only that one resets the z-index. */
const climbing = new WeakMap<Element, Animation>()

/**
 * Moves an element up to its place, in front of those it passes, while it fades in and its light
 * fades out.
 */
function climbUp(element: HTMLElement, offset: Offset): void {
  const timing = { duration: CLIMB_MS, easing: EASE }
  glide(element, offset, timing)
  const appearing = element.animate(
    [{ opacity: 0 }, { opacity: 1, offset: 0.14 }, { opacity: 1 }],
    timing,
  )
  // Animating the z-index would keep all of this off the compositor.
  element.style.zIndex = '2'
  climbing.set(element, appearing)
  appearing.onfinish = () => {
    if (climbing.get(element) !== appearing) return
    climbing.delete(element)
    element.style.removeProperty('z-index')
  }
  flash(element)
}

/** Fades an element in without a light: if many were lit, none would stand out. */
function fadeIn(element: HTMLElement): void {
  element.animate(
    [
      { opacity: 0, scale: 0.97 },
      { opacity: 1, scale: 1 },
    ],
    { duration: MOVE_MS, easing: EASE },
  )
}

/** Animates only the opacity of the light, so that nothing is repainted. */
function flash(element: HTMLElement): void {
  findLight(element)?.animate([{ opacity: 1 }, { opacity: 1, offset: 0.4 }, { opacity: 0 }], {
    duration: LIGHT_MS,
    easing: 'ease-out',
  })
}
