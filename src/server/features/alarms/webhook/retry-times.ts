const S = 1_000
const MIN = 60 * S
const H = 60 * MIN

/** The pauses before each further try, ms, as Standard Webhooks recommends them. */
const PAUSES_MS = [5 * S, 5 * MIN, 30 * MIN, 2 * H, 5 * H, 10 * H, 14 * H, 20 * H, 24 * H]

/** The longest pause that a receiver may ask for, ms. */
const LONGEST_ASKED_MS = 24 * H

/** Jitter: a pause is up to this share longer, so that tries do not come in waves. */
const JITTER = 0.2

/**
 * Returns the pause after a number of failed tries, ms, or undefined if no further try is made.
 * `retryAfterMs` is the least pause that the receiver asked for; `random` is in [0, 1).
 */
export function nextPauseMs(
  attempts: number,
  { retryAfterMs = 0, random }: { retryAfterMs?: number | undefined; random: number },
): number | undefined {
  const pause = PAUSES_MS[attempts - 1]
  if (pause === undefined) return undefined
  return Math.max(pause * (1 + JITTER * random), Math.min(retryAfterMs, LONGEST_ASKED_MS))
}
