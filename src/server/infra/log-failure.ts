import type { Logger } from 'pino'
import { AppError, isTransient } from '#contract/app-error.ts'
import { describeCauses } from './state-log.ts'

/**
 * Logs that a piece of work has failed and is tried again. While what it needs is away, that is a
 * line of its own, so each failure is told at debug level only. A stack is logged for mistakes of
 * ours alone.
 */
export function logFailure(
  logger: Pick<Logger, 'warn' | 'debug'>,
  { error, ...names }: { error: unknown } & Record<string, unknown>,
  message: string,
): void {
  if (!(error instanceof AppError)) logger.warn({ err: error, ...names }, message)
  else
    logger[isTransient(error) ? 'debug' : 'warn'](
      { reason: describeCauses(error), ...names },
      message,
    )
}

/**
 * Returns a listener that logs the failures of background work: mistakes of ours with their stack,
 * and at debug level what fails because something else is away, since the next round tries again.
 */
export function reportFailure(
  logger: Pick<Logger, 'error' | 'debug'>,
  message: string,
  names: Record<string, unknown> = {},
): (error: unknown) => void {
  return (error) => {
    if (isTransient(error)) logger.debug({ reason: describeCauses(error), ...names }, message)
    else logger.error({ err: error, ...names }, message)
  }
}
