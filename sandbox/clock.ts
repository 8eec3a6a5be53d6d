import { ControlRefusal } from './control-refusal.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Longer than anything that a provider waits for, and far from the end of what a Date can hold. */
const MAX_AHEAD_DAYS = 400

/** The host's clock, which tests may put forward. */
export interface SandboxClock {
  now(): number
  /** The host's own time, which those go by who have not been put forward with us. */
  hostNow(): number
  /** Refuses to go further ahead of the host's clock than anybody has a use for. */
  advance(ms: number): void
  /** Goes by the host's clock again. */
  reset(): void
}

/** `source` answers Unix ms. */
export function createClock(source: () => number): SandboxClock {
  let ahead = 0
  return {
    now: () => source() + ahead,
    hostNow: source,
    advance: (ms) => {
      if (ahead + ms > MAX_AHEAD_DAYS * DAY_MS) {
        throw new ControlRefusal(
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
