import type { Logger } from 'pino'

/** Logs a trouble once when it begins, and once when it is over, however often it is told. */
export interface StateLog {
  failed: (error: unknown) => void
  over: () => void
}

/** Creates the log of one trouble, with its sentences. */
export function createStateLog(
  logger: Pick<Logger, 'warn' | 'info'>,
  sentences: { failed: string; over: string },
): StateLog {
  let isFailing = false
  return {
    failed: (error) => {
      if (!isFailing) logger.warn({ reason: describeReason(error) }, sentences.failed)
      isFailing = true
    },
    over: () => {
      if (isFailing) logger.info(sentences.over)
      isFailing = false
    },
  }
}

/** Returns the message of the error that caused all others, without its stack. */
export function describeReason(error: unknown): string {
  if (error instanceof AggregateError) return describeReason(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? describeReason(error.cause) : error.message
}
