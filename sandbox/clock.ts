/** The host's clock, which tests may put forward. */
export interface SandboxClock {
  now(): number
  advance(ms: number): void
}

/** `source` answers Unix ms. */
export function createClock(source: () => number): SandboxClock {
  let ahead = 0
  return {
    now: () => source() + ahead,
    advance: (ms) => {
      ahead += ms
    },
  }
}
