/** The largest share of the event loop's time that the delivery of frames may take. */
const MAX_SHARE = 0.5

/**
 * The longest rest, ms: far more than any audience needs. A process that was frozen while it
 * delivered was not busy all that time.
 */
const MAX_REST_MS = 1_000

/**
 * Returns the time, ms, after which the next frame may follow one whose delivery kept the event loop
 * busy for `busyMs` of the `elapsedMs` since it began. So frames are spaced farther apart, and carry
 * more changes each, as the audience grows; a small one has ten a second.
 */
export function restAfter({ busyMs, elapsedMs }: { busyMs: number; elapsedMs: number }): number {
  return Math.min(Math.max(0, busyMs / MAX_SHARE - elapsedMs), MAX_REST_MS)
}
