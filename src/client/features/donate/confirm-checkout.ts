import { AppError } from '#contract/app-error.ts'
import type { Checkout } from '#contract/checkouts.ts'
import { getCheckout } from './payments.ts'

/** How long the page waits for the server to know better; the money does not depend on it. */
const PATIENCE_MS = 30_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 4_000
const PAUSE_GROWTH = 1.6

/**
 * Asks the server what became of a checkout until it is decided, or patience ends; then answers
 * its latest state. Undefined when the server could not say anything in that time.
 *
 * @throws {AppError} `not-found` or `unauthenticated`, which asking again would not change.
 */
export async function confirmCheckout(
  id: string,
  signal: AbortSignal,
): Promise<Checkout | undefined> {
  const deadline = performance.now() + PATIENCE_MS
  let latest: Checkout | undefined
  for (
    let pauseMs = FIRST_PAUSE_MS;
    ;
    pauseMs = Math.min(pauseMs * PAUSE_GROWTH, LONGEST_PAUSE_MS)
  ) {
    latest = (await look(id, signal)) ?? latest
    if (latest && isDecided(latest)) return latest
    if (performance.now() + pauseMs > deadline) return latest
    await pause(pauseMs, signal)
  }
}

async function look(id: string, signal: AbortSignal): Promise<Checkout | undefined> {
  try {
    return await getCheckout(id, signal)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'not-found' || error.code === 'unauthenticated') throw error
    return undefined
  }
}

function isDecided({ state }: Checkout): boolean {
  return state !== 'created' && state !== 'awaiting_payer' && state !== 'processing'
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
  signal.throwIfAborted()
}
