import type { Round } from '#contract/rounds.ts'
import type { SeededRandom } from './seeded-random.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** A round that the host makes in a run. */
export interface DrawnRound extends Pick<Round, 'ranks' | 'pending'> {
  /** The time after which the host makes it; it begins then, and lasts so long, ms. */
  madeAfterMs: number
  lengthMs: number
  overtimes: number
  /** The time after its start at which the host ends it or cancels it, if they do. */
  action: { kind: 'end' | 'cancel'; afterMs: number } | undefined
}

/** Draws the round of every second run. */
export function drawRound(random: SeededRandom): DrawnRound | undefined {
  if (random.chance(0.5)) return undefined
  const lengthMs = random.pick([90, 600, 3_600, 4 * 3_600]) * SECOND_MS
  return {
    ranks: random.pick(['donation', 'donor']),
    pending: random.pick(['captured', 'begun']),
    madeAfterMs: random.pick([0, 0, random.between(1, 60)]) * SECOND_MS,
    lengthMs,
    overtimes: random.pick([0, 1, 3]),
    action: random.chance(0.3)
      ? {
          kind: random.chance(0.7) ? 'end' : 'cancel',
          afterMs: random.between(1_000, Math.min(lengthMs, 5 * MINUTE_MS)),
        }
      : undefined,
  }
}
