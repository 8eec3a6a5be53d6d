import type { Logger } from 'pino'
import type { Bus } from '#server/infra/bus/bus.ts'
import type { WriteProof } from '#server/infra/database/write-proof.ts'
import { reportFailure } from '#server/infra/log-failure.ts'
import type { Leaderboard } from './leaderboard.ts'

/** The pause between two polls, ms; they make up for lost hints and for polls that failed. */
const POLL_INTERVAL_MS = 1_000

/** Has the board catch up whenever the bus hints, and every second. Returns a function that stops. */
export function followBus(deps: {
  leaderboard: Pick<Leaderboard, 'catchUp'>
  bus: Bus
  logger: Pick<Logger, 'debug' | 'error'>
  /** Hears whether the database can be read. */
  writeProof?: Pick<WriteProof, 'hint'>
}): () => void {
  const { leaderboard, logger, writeProof } = deps
  const report = reportFailure(logger, 'the board could not be brought up to date')
  let isStopped = false
  const catchUp = () => {
    leaderboard.catchUp().then(
      () => writeProof?.hint(true),
      (error: unknown) => {
        if (!isStopped) writeProof?.hint(false)
        report(error)
      },
    )
  }
  const unsubscribe = deps.bus.subscribe(catchUp)
  const timer = setInterval(catchUp, POLL_INTERVAL_MS).unref()
  return () => {
    isStopped = true
    clearInterval(timer)
    unsubscribe()
  }
}
