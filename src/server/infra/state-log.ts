import type { Logger } from 'pino'
import { AppError } from '#contract/app-error.ts'
import { scheduleByTimer, type Schedule } from './schedule.ts'
import { runApart } from './work-context.ts'

/** Logs a trouble once when it begins, and once when it is over, however often it is told. */
export interface StateLog {
  failed: (error: unknown) => void
  over: () => void
}

export interface StateLogOptions {
  /** The sentence when it begins: what is away, what the server does meanwhile, and what to do. */
  failed: string
  /** The sentence when it is over; how long it lasted is added. */
  over: string
  /** The time without a failure after which it counts as over, ms; none by default. */
  settleMs?: number
  clock?: () => number
  schedule?: Schedule
}

/** Creates the log of one trouble, with its sentences. */
export function createStateLog(
  logger: Pick<Logger, 'warn' | 'info'>,
  { failed, over, settleMs = 0, clock = Date.now, schedule = scheduleByTimer }: StateLogOptions,
): StateLog {
  let since: number | undefined
  let cancelEnd: (() => void) | undefined
  const end = (begun: number, ended: number) => {
    since = undefined
    cancelEnd = undefined
    const line = { since: new Date(begun).toISOString() }
    logger.info(line, `${over} It lasted ${describeDuration(ended - begun)}.`)
  }
  return {
    failed: (error) => {
      cancelEnd?.()
      cancelEnd = undefined
      if (since !== undefined) return
      since = clock()
      // Apart from the request that met it first, which it is not about.
      runApart(() => logger.warn({ reason: describeReason(error) }, failed))
    },
    over: () => {
      if (since === undefined || cancelEnd !== undefined) return
      const [begun, ended] = [since, clock()]
      runApart(() => {
        if (settleMs === 0) end(begun, ended)
        else cancelEnd = schedule(() => end(begun, ended), settleMs)
      })
    },
  }
}

/** Describes a duration in its largest unit of which it has two. */
function describeDuration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}

/** Returns the message of the error that caused all others, without its stack. */
export function describeReason(error: unknown): string {
  if (error instanceof AggregateError) return describeReason(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? describeReason(error.cause) : error.message
}

/** Returns the messages of the errors that caused one, as a request's own line tells them. */
export function describeCauses(error: unknown): string {
  if (error instanceof AggregateError) {
    return [...new Set(error.errors.map(describeCauses))].join(' ')
  }
  const causes: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.cause === undefined || !(cause instanceof AppError)) causes.push(cause.message)
  }
  return causes.join(' ')
}
