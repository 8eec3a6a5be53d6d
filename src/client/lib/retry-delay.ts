/** The first delay before a new attempt, ms; it doubles with each failure, up to a maximum. */
const FIRST_MS = 500

/** The maximum while a server may just be starting again, ms. */
const MAX_MS = 5_000

/** The failures after which an outage counts as long, about a minute. */
const LONG_OUTAGE = 16

/** The maximum in a long outage, ms: nobody waits for seconds then. */
const MAX_OF_LONG_OUTAGE_MS = 20_000

/**
 * Returns the delay before the next attempt to connect, ms. Half of it is random, so that viewers
 * who lost the connection together do not reconnect together; `random` is at least 0 and below 1.
 */
export function retryDelayMs(failures: number, random: number): number {
  const max = failures < LONG_OUTAGE ? MAX_MS : MAX_OF_LONG_OUTAGE_MS
  return Math.min(max, FIRST_MS * 2 ** (failures - 1)) * (0.5 + random / 2)
}
