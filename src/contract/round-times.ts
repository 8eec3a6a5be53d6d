/** The last time of a round, ms: a new first place then adds as much, if the round has overtime. */
export const OVERTIME_MS = 60_000

/** The most overtimes that a round can have. */
export const MAX_OVERTIMES = 30

/**
 * The time after a round's end, ms, in which payments that were taken before it still arrive; only
 * then are the results recorded.
 */
export const COUNTING_MS = 5_000
