/**
 * The time after which a wait counts as stuck; it is long, so that no test needs a fast machine.
 */
export const LONG_TIMEOUT = { timeout: 60_000 }
