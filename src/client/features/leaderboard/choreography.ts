import type { Entry } from '#contract/leaderboard.ts'
import { findClimbs, findDelayMs } from './climbs.ts'
import { findDonors, type Donor } from './donors-in-list.ts'
import { prefersReducedMotion } from './reduced-motion.ts'
import { measureRowHeightPx, PODIUM_PLACES } from './row-height.ts'

/** How long a change of places takes: --t-move, and nearly --t-scene for whoever climbs. */
const MOVE_MS = 320
const CLIMB_MS = 820
const EASE = 'cubic-bezier(.22, 1, .36, 1)'

const WELCOME_ROWS = 3

interface Spot {
  x: number
  y: number
}

/** Lets a donor's row, where it is in the list, come up to its place as if it arrived now. */
export function welcome(list: HTMLElement | null, id: string): void {
  const donor = findDonors(list).find((candidate) => candidate.id === id)
  if (donor === undefined || prefersReducedMotion()) return
  climbUp(donor.element, `translate(0, ${WELCOME_ROWS * measureRowHeightPx()}px)`)
}

/**
 * Lets rows glide from their old places to their new ones, and newcomers climb past whom they
 * beat: each of those gives way in the moment in which it is passed. Movements add up, so one that
 * is overtaken by the next goes on from where it is.
 */
export function stage(
  list: HTMLElement,
  donors: readonly Donor[],
  old: ReadonlyMap<string, number>,
  news: readonly Entry[],
): void {
  const moved = donors.filter(({ id, position }) => old.has(id) && old.get(id) !== position)
  const come = donors.filter(({ id }) => !old.has(id) && news.some((entry) => entry.id === id))
  if (moved.length + come.length === 0) return
  const spotOf = measureSpots(list)
  const climbs = findClimbs(
    come.map(({ position }) => position),
    donors.length,
  )
  for (const { element, position } of come) {
    const climb = climbs.find(({ to }) => to === position)
    if (climb === undefined) appear(element)
    else climbUp(element, between(spotOf(climb.from), spotOf(position)))
  }
  for (const { id, element, position } of moved) {
    const way = between(spotOf(old.get(id) ?? position), spotOf(position))
    glide(element, way, findDelayMs(position, climbs, CLIMB_MS))
  }
}

/**
 * Where a position is in the list, in px: boxes are as wide as their places, so what counts is the
 * middle of their upper edge. Read without whatever animation is under way.
 */
function measureSpots(list: HTMLElement): (position: number) => Spot {
  const rowHeight = measureRowHeightPx()
  const places = [...list.children]
    .slice(0, PODIUM_PLACES)
    .filter((place) => place instanceof HTMLElement)
  const podium = places.map((place) => ({
    x: place.offsetLeft + place.offsetWidth / 2,
    y: place.offsetTop,
  }))
  const [first] = places
  const podiumHeight = first ? first.offsetTop + first.offsetHeight : 0
  const middle = list.clientWidth / 2
  // All is read by now: between animations every look would have the styles computed anew.
  return (position) =>
    podium[position - 1] ?? {
      x: middle,
      y: podiumHeight + (position - PODIUM_PLACES - 1) * rowHeight,
    }
}

function between(from: Spot, to: Spot): string {
  return `translate(${from.x - to.x}px, ${from.y - to.y}px)`
}

function glide(element: HTMLElement, way: string, delay: number): void {
  element.animate([{ transform: way }, { transform: 'none' }], {
    duration: MOVE_MS,
    delay,
    fill: 'backwards',
    easing: EASE,
    composite: 'add',
  })
}

/** Above whom it passes, and lit until it has come to rest. */
function climbUp(element: HTMLElement, way: string): void {
  const timing = { duration: CLIMB_MS, easing: EASE }
  element.animate([{ transform: way }, { transform: 'none' }], { ...timing, composite: 'add' })
  element.animate(
    [{ opacity: 0, zIndex: 2 }, { opacity: 1, zIndex: 2, offset: 0.14 }, { zIndex: 2 }],
    timing,
  )
  light(element)
}

function appear(element: HTMLElement): void {
  element.animate([{ opacity: 0, scale: 0.97 }, {}], { duration: MOVE_MS, easing: EASE })
  light(element)
}

/** Its pseudo-element's opacity alone moves: nothing is painted anew. */
function light(element: HTMLElement): void {
  element.animate([{ opacity: 1 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }], {
    duration: 2400,
    easing: 'ease-out',
    pseudoElement: '::after',
  })
}
