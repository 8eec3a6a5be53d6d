/** A place within a constellation: the unit disc, so that it can be drawn at any size. */
export interface Place {
  x: number
  y: number
}

/** The stars that the lines join: more of them would be a net and no figure. */
const JOINED = 13

/** The places that are tried for each star: the one furthest from all others is taken. */
const TRIES = 9

/** The height of a figure as a share of its width. */
export const FLATNESS = 0.72

const known = new Map<string, { random: () => number; places: Place[] }>()

/**
 * Returns the places of a team's stars: the same on every page, since they follow from its id alone,
 * and those that were there stay where they are when another star comes.
 */
export function placeStars(id: string, count: number): readonly Place[] {
  const figure = known.get(id) ?? { random: seedRandom(id), places: [] }
  known.set(id, figure)
  const { random, places } = figure
  while (places.length < count) places.push(findPlace(places, random))
  return places.slice(0, count)
}

/** A team's stars at their places, and the lines between the first of them. */
export interface Figure {
  places: readonly Place[]
  lines: readonly Line[]
}

const figures = new Map<string, Figure>()

/** Returns the figure of a team with so many stars; it is computed once. */
export function figureOf(id: string, count: number): Figure {
  const key = `${id} ${count}`
  const places = placeStars(id, count)
  const figure = figures.get(key) ?? { places, lines: joinStars(places) }
  figures.set(key, figure)
  return figure
}

/** Returns the lines of the shortest tree that joins the first of the stars, as pairs of indexes. */
export function joinStars(places: readonly Place[]): Line[] {
  const figure = places.slice(0, JOINED)
  const lines: Line[] = []
  const joined = [0]
  while (joined.length < figure.length) {
    const [from, to] = findShortest(figure, joined)
    lines.push([from, to])
    joined.push(to)
  }
  return lines
}

type Line = [from: number, to: number]

/** Finds the shortest line from one of the joined stars to one that is not. */
function findShortest(figure: readonly Place[], joined: readonly number[]): Line {
  const open = [...figure.keys()].filter((index) => !joined.includes(index))
  const lines = joined.flatMap((from) => open.map((to): Line => [from, to]))
  const lengthOf = ([from, to]: Line) => distanceBetween(figure[from], figure[to])
  return lines.reduce((best, line) => (lengthOf(line) < lengthOf(best) ? line : best))
}

/** Finds a place for the next star, far from the others; the later ones gather in the middle. */
function findPlace(places: readonly Place[], random: () => number): Place {
  const spread = places.length < JOINED ? 1 : 0.9
  let best = { place: scatter(random, spread), room: -1 }
  for (let tries = 0; tries < TRIES; tries += 1) {
    const place = scatter(random, spread)
    const room = Math.min(2, ...places.map((other) => distanceBetween(place, other)))
    if (room > best.room) best = { place, room }
  }
  return best.place
}

function scatter(random: () => number, spread: number): Place {
  const angle = random() * 2 * Math.PI
  const radius = Math.sqrt(random()) * spread
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) * FLATNESS }
}

function distanceBetween(a: Place | undefined, b: Place | undefined): number {
  return a === undefined || b === undefined ? Infinity : Math.hypot(a.x - b.x, a.y - b.y)
}

/** Creates a source of numbers from 0 to 1 that are always the same for a text (mulberry32). */
export function seedRandom(text: string): () => number {
  let state = 0
  for (const sign of text) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
