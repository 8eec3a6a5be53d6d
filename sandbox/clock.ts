import { ControlError } from './control-error.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The most days that the clock can be ahead: more than any provider's deadline, and far from the
 * maximum of a Date.
 */
const MAX_AHEAD_DAYS = 400

/** The host's clock, which tests may put forward. */
export interface SandboxClock {
  now(): number
  /** Returns the host's own time, which shops use that were not put forward with the sandbox. */
  hostNow(): number
  /** Puts the clock forward; throws beyond the maximum. */
  advance(ms: number): void
  /** Sets the clock back to the host's. */
  reset(): void
}

/** Creates a clock; `source` returns Unix ms. */
export function createClock(source: () => number): SandboxClock {
  let ahead = 0
  return {
    now: () => source() + ahead,
    hostNow: source,
    advance: (ms) => {
      if (ahead + ms > MAX_AHEAD_DAYS * DAY_MS) {
        throw new ControlError(
          `The clock goes at most ${MAX_AHEAD_DAYS} days ahead: send { "reset": true } to set it back.`,
        )
      }
      ahead += ms
    },
    reset: () => {
      ahead = 0
    },
  }
}
