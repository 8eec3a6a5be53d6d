import { constants } from 'node:os'
import type { Logger } from 'pino'

/** The longest time that stopping may take, ms; supervisors kill after 10 s. */
const DEADLINE_MS = 9_000

/** The time after its end in which the process may end by itself, ms. */
const LINGER_MS = 1_000

/** The part of the server that stops it. */
interface Stoppable {
  close: () => PromiseLike<unknown>
}

/**
 * Stops the server at SIGTERM or SIGINT, within 10 s whatever hangs: the database is whole at any
 * moment, and the next start takes up what was unfinished. A second signal ends it at once.
 */
export function stopAtSignals(app: Stoppable, logger: Logger): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) {
        logger.warn('A second signal came: the server ends at once.')
        process.exit(128 + constants.signals[signal])
      }
      isStopping = true
      stop(app, logger)
    })
  }
}

function stop(app: Stoppable, logger: Logger): void {
  // Without a hold on the process, which ends earlier if nothing else has one.
  setTimeout(() => endNow(logger), DEADLINE_MS).unref()
  const closed = () => {
    // Everything is closed: what others still hold, such as an export of traces, may be cut off.
    // oxlint-disable-next-line unicorn/no-process-exit -- something may never end by itself
    setTimeout(() => process.exit(0), LINGER_MS).unref()
  }
  app.close().then(closed, (error: unknown) => {
    logger.error({ err: error }, 'stopping failed')
    // oxlint-disable-next-line unicorn/no-process-exit -- something may never end by itself
    process.exit(1)
  })
}

function endNow(logger: Logger): void {
  const waitedFor = Object.entries(Object.groupBy(process.getActiveResourcesInfo(), (type) => type))
  logger.warn(
    { waitedFor: Object.fromEntries(waitedFor.map(([type, all]) => [type, all?.length])) },
    `The server had not stopped after ${DEADLINE_MS / 1000} s, and ends; what is unfinished is taken up at the next start.`,
  )
  // oxlint-disable-next-line unicorn/no-process-exit -- something may never end by itself
  process.exit(0)
}
