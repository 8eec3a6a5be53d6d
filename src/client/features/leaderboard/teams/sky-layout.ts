import type { Team } from '#contract/donor-teams/teams.ts'
import { seedRandom } from './constellation.ts'

export interface StageSize {
  /** CSS pixels. */
  width: number
  height: number
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

/** The least width of a constellation with a name below it, CSS pixels. */
const NAMED_WIDTH = 92
const NAMED_HEIGHT = 84

/** The height for the names of the leaders and their sums, CSS pixels. */
const LEADER_NAMES = 88

/** The share of the stage's height that belongs to the leaders if there are more than two teams. */
const LEADER_SHARE = 0.68

/** The rows of named constellations below the leaders. */
const NAMED_ROWS = 1

/**
 * Places the teams that shine, the highest first: two against each other, some with their names in a
 * row below, and all others far away behind them.
 */
export function placeTeams(teams: readonly Team[], size: StageSize): PlacedTeam[] {
  const shining = teams.filter(({ position }) => position !== null)
  if (shining.length === 0) return [placeOutline(size)]
  const leaders = shining.slice(0, 2)
  const columns = Math.max(1, Math.floor(size.width / NAMED_WIDTH))
  const named = shining.slice(2, 2 + columns * NAMED_ROWS)
  const lightOf = (team: Team) =>
    Math.sqrt(team.amountCents / Math.max(1, ...leaders.map(({ amountCents }) => amountCents)))
  const above = named.length === 0 ? size.height : size.height * LEADER_SHARE
  return [
    ...shining.slice(2 + named.length).map((team) => placeFar(team, lightOf(team), size)),
    ...named.map((team, index) => ({
      team,
      x: ((index + 0.5) * size.width) / named.length,
      y: above + (size.height - above) / 2 - 6,
      radius: Math.min(NAMED_HEIGHT / 2, size.width / named.length / 2.4),
      light: Math.min(1, lightOf(team)),
      role: 'named' as const,
    })),
    ...leaders.map((team, index) => ({
      team,
      x: (size.width * (leaders.length === 1 ? 2 : 1 + 2 * index)) / 4,
      y: (above - LEADER_NAMES) / 2,
      radius: Math.min(size.width / (leaders.length === 1 ? 3 : 4.1), (above - LEADER_NAMES) / 1.5),
      light: Math.min(1, lightOf(team)),
      role: 'leader' as const,
    })),
  ]
}

/** Returns what an empty sky shows: the outline of a constellation to be. */
function placeOutline({ width, height }: StageSize): PlacedTeam {
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

/** Returns a far constellation: anywhere, but at the same place on every page of this size. */
function placeFar(team: Team, light: number, { width, height }: StageSize): PlacedTeam {
  const random = seedRandom(`${team.id} far`)
  const [x, y] = [random() * width, random() * height]
  return { team, x, y, radius: 10 + 12 * random(), light, role: 'far' }
}
