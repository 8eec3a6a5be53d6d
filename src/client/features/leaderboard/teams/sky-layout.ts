import type { Team } from '#contract/donor-teams/teams.ts'
import { FLATNESS, seedRandom } from './constellation.ts'

export interface StageSize {
  /** CSS pixels. */
  width: number
  height: number
  /** The height of the part at its top in which the leaders stand, CSS pixels. */
  stageHeight: number
  /** The viewer's text size, CSS pixels: names grow with it. */
  remPx: number
}

/** A constellation at its place on the stage. */
export interface PlacedTeam {
  team: Team
  /** The middle of its figure, CSS pixels. */
  x: number
  y: number
  /** The half of its width, CSS pixels. */
  radius: number
  /** How bright it is, 0 to 1: the square root of its share of the first one's sum. */
  light: number
  role: 'leader' | 'named' | 'far'
}

/** The least width of a constellation with its name below it, rem, and the most of them. */
const NAMED_WIDTH = 7.5
const MAX_NAMED = 8

/** The fewest stars that are a figure: one or two look like dust. */
const MIN_STARS = 3

/** The height for named constellations and their names, rem, or none; see `team-sky.module.css`. */
const NAMED_HEIGHT = 8.75

/** The middle of a named constellation below the top of that, rem. */
const NAMED_MIDDLE = 3

/** The height of a stage, rem, below which those far away would stand between the leaders as one more. */
const LOW_STAGE = 4

/** The height of a figure and its glow as a share of its radius. */
const FIGURE_HEIGHT = 1.6

/**
 * Places the teams that shine, the highest first: two against each other, some with their names in a
 * row below, and all others far away behind them.
 */
export function placeTeams(teams: readonly Team[], size: StageSize): PlacedTeam[] {
  const shining = teams.filter(({ position }) => position !== null)
  if (shining.length === 0) return [placeOutline(size)]
  const { width, height, stageHeight, remPx } = size
  const leaders = shining.slice(0, 2)
  const others = listFigures(shining)
  const columns = Math.max(1, Math.floor(width / (NAMED_WIDTH * remPx)))
  const hasNamed = height - stageHeight > (NAMED_HEIGHT / 2) * remPx
  const named = others.slice(0, hasNamed ? Math.min(MAX_NAMED, columns) : 0)
  const lightOf = (team: Team) =>
    Math.sqrt(team.amountCents / Math.max(1, ...leaders.map(({ amountCents }) => amountCents)))
  const front = [
    ...named.map((team, index) => ({
      team,
      x: ((index + 0.5) * width) / named.length,
      y: height - (NAMED_HEIGHT - NAMED_MIDDLE) * remPx,
      radius: Math.min(2.5 * remPx, width / named.length / 2.4),
      light: Math.min(1, lightOf(team)),
      role: 'named' as const,
    })),
    ...leaders.map((team, index) => ({
      team,
      x: (width * (leaders.length === 1 ? 2 : 1 + 2 * index)) / 4,
      y: stageHeight / 2,
      radius: Math.min(width / (leaders.length === 1 ? 2.2 : 4.4), stageHeight / FIGURE_HEIGHT),
      light: Math.min(1, lightOf(team)),
      role: 'leader' as const,
    })),
  ]
  const sky = { width, height: stageHeight }
  const isLow = stageHeight < LOW_STAGE * remPx
  const far = (isLow ? [] : others)
    .slice(named.length)
    .flatMap((team) => placeFar(team, lightOf(team), sky, front) ?? [])
  return [...far, ...front]
}

/** Returns whether a far figure would be drawn through one in front of it. */
function overlaps(far: Pick<PlacedTeam, 'x' | 'y' | 'radius'>, front: PlacedTeam): boolean {
  const reach = far.radius + front.radius
  return Math.abs(far.x - front.x) < reach && Math.abs(far.y - front.y) < reach * FLATNESS
}

/** Returns the teams below the two that lead whose stars are enough for a figure. */
export function listFigures(shining: readonly Team[]): readonly Team[] {
  return shining.slice(2).filter(({ stars }) => stars.length >= MIN_STARS)
}

/** Returns what an empty sky shows: the outline of a constellation to be. */
function placeOutline({ width, stageHeight: height }: StageSize): PlacedTeam {
  const team = { id: 'nobody', name: '', open: true, position: null, amountCents: 0, donors: 0 }
  return {
    team: { ...team, stars: '5656565' },
    x: width / 2,
    y: height / 2,
    radius: Math.min(width / 3, height / 2.6),
    light: 1,
    role: 'far',
  }
}

/** How often a far constellation looks for a place beside those in front. */
const TRIES = 24

/**
 * Returns a far constellation: whole, above the names and beside those in front, and at the same
 * place on every page of this size. Returns undefined for one that finds no room: across another it
 * would be no figure.
 */
function placeFar(
  team: Team,
  light: number,
  { width, height }: Pick<StageSize, 'width' | 'height'>,
  front: readonly PlacedTeam[],
): PlacedTeam | undefined {
  const random = seedRandom(`${team.id} far`)
  const radius = 10 + 12 * random()
  const [reachX, reachY] = [radius, radius * FLATNESS]
  const places = Array.from({ length: TRIES }, () => ({
    x: reachX + random() * (width - 2 * reachX),
    y: reachY + random() * (height - 2 * reachY),
    radius,
  }))
  const free = places.find((place) => !front.some((other) => overlaps(place, other)))
  return free && { team, ...free, light, role: 'far' }
}
