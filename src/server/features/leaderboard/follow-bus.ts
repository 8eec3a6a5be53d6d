import type { Logger } from 'pino'
import type { Bus } from '#server/infra/bus/bus.ts'
import type { Leaderboard } from './leaderboard.ts'

/** The pause between two polls, ms; they make up for lost hints and for polls that failed. */
const POLL_INTERVAL_MS = 1_000

/** Has the board catch up whenever the bus hints, and every second. Returns a function that stops. */
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
