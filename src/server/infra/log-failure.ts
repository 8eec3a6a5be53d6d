import type { Logger } from 'pino'
import { AppError, isTransient } from '#contract/app-error.ts'
import { MisreadError } from './misread-error.ts'
import { describeCauses } from './state-log.ts'

/**
 * Returns whether work failed only because something else is away or slow, which the log tells in a
 * line of its own.
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof AggregateError)
    return error.errors.length > 0 && error.errors.every(isOutage)
  return isTransient(error) && !(error instanceof MisreadError)
}

/**
 * Logs that a piece of work has failed and is tried again. While what it needs is away, that is a
 * line of its own, so each failure is told at debug level only. A stack is logged for mistakes of
 * ours, and for responses that we could not read.
 */
export function logFailure(
  logger: Pick<Logger, 'warn' | 'debug'>,
  { error, ...names }: { error: unknown } & Record<string, unknown>,
  message: string,
): void {
  if (isOutage(error)) logger.debug({ reason: describeCauses(error), ...names }, message)
  else if (error instanceof AppError && !(error instanceof MisreadError))
    logger.warn({ reason: describeCauses(error), ...names }, message)
  else logger.warn({ err: toLogged(error), ...names }, message)
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
    if (isOutage(error)) logger.debug({ reason: describeCauses(error), ...names }, message)
    else logger.error({ err: toLogged(error), ...names }, message)
  }
}

/** Returns what caused a misreading; its own sentence, for donors, tells of an outage. */
function toLogged(error: unknown): unknown {
  return error instanceof MisreadError ? (error.cause ?? error) : error
}
