import type { SeededRandom } from './seeded-random.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** A choice or a match that the host makes in a run; it begins at once. */
interface DrawnSpan {
  madeAfterMs: number
  lengthMs: number
  /** The time after its start at which the host acts on it. */
  actsAfterMs: number
}

export interface DrawnChoice extends DrawnSpan {
  act: 'change' | 'end' | 'cancel' | undefined
}

export interface DrawnMatch extends DrawnSpan {
  ratePercent: number
  capCents: number
  act: 'stop' | 'cancel' | 'raise' | undefined
}

/** The choice, the match and the limits of a run. */
export interface DrawnGame {
  choice: DrawnChoice | undefined
  match: DrawnMatch | undefined
  /** The limit of a day for each donor, cents; all donors are one then. Null for none. */
  dayCents: number | null
}

/** Draws the game of every fifth run. */
export function drawGame(random: SeededRandom): DrawnGame | undefined {
  if (!random.chance(0.2)) return undefined
  return {
    choice: random.chance(0.6)
      ? {
          ...drawSpan(random),
          act: random.pick(['change', 'change', 'end', 'cancel', undefined, undefined]),
        }
      : undefined,
    match: random.chance(0.6)
      ? {
          ...drawSpan(random),
          ratePercent: random.pick([100, 50, 33, 250]),
          capCents: random.pick([100, 1_999, 10_000, 1_000_000]),
          act: random.pick(['stop', 'cancel', 'raise', undefined]),
        }
      : undefined,
    dayCents: random.chance(0.5) ? random.pick([700, 1_000, 2_000, 6_000]) : null,
  }
}

function drawSpan(random: SeededRandom): DrawnSpan {
  const lengthMs = random.pick([5 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS])
  return {
    madeAfterMs: random.pick([0, 0, random.between(1, 30) * SECOND_MS]),
    lengthMs,
    actsAfterMs: random.between(SECOND_MS, Math.min(lengthMs, 10 * MINUTE_MS)),
  }
}
