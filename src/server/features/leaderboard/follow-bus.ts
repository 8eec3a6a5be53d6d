import type { Logger } from 'pino'
import type { Bus } from '#server/infra/bus/bus.ts'
import type { Leaderboard } from './leaderboard.ts'

/** Looks without a hint make up for those that were lost, and for looks that failed. */
const POLL_INTERVAL_MS = 1_000

/** Lets the board catchUp whenever the bus hints, and every second; answers how to stop. */
export function followBus(deps: {
  leaderboard: Pick<Leaderboard, 'catchUp'>
  bus: Bus
  logger: Pick<Logger, 'warn'>
}): () => void {
  const catchUp = () => {
    deps.leaderboard
      .catchUp()
      .catch((error: unknown) =>
        deps.logger.warn({ err: error }, 'the board could not be brought up to date'),
      )
  }
  const unsubscribe = deps.bus.subscribe(catchUp)
  const timer = setInterval(catchUp, POLL_INTERVAL_MS).unref()
  return () => {
    clearInterval(timer)
    unsubscribe()
  }
}
