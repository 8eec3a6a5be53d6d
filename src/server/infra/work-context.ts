import { AsyncLocalStorage } from 'node:async_hooks'
import type { LoggerOptions } from 'pino'

/** The names that all log lines of one piece of work bear: of its request, its donation. */
export type LogNames = Record<string, string>

/** A timed step of a trace. */
export interface Span {
  /** The id of its trace; undefined if the step is not recorded. */
  readonly traceId: string | undefined
  set(attributes: Record<string, string | number>): void
  /** Ends the step; `errorType` is the kind of failure, if it failed. */
  end(errorType?: string): void
}

/** A piece of work, such as the handling of a request. */
export interface WorkContext {
  readonly names: LogNames
  /** The step of a trace that it is; undefined if it is in none. */
  span?: Span | undefined
}

const storage = new AsyncLocalStorage<WorkContext | undefined>()

/** Marks loggers that bear the id of a request by themselves. */
const NAMES_REQUEST = Symbol('names its request')

/** Runs `work`, and all that it starts, as a part of the given piece of work. */
export function runInContext<Result>(context: WorkContext | undefined, work: () => Result): Result {
  return storage.run(context, work)
}

/** Runs `work` apart from the request that happens to begin it, such as the round of a worker. */
export function runApart<Result>(work: () => Result): Result {
  return storage.run(undefined, work)
}

/** Runs a piece of work within the current one, whose log lines bear these names besides. */
export function runNamed<Result>(names: LogNames, work: () => Result): Result {
  const { names: outer, span } = storage.getStore() ?? {}
  return storage.run({ names: { ...outer, ...names }, span }, work)
}

/** Runs a step of a trace within the current piece of work. */
export function runInSpan<Result>(span: Span, work: () => Result): Result {
  return storage.run({ names: storage.getStore()?.names ?? {}, span }, work)
}

/** Returns the step of a trace that is under way; undefined if there is none. */
export function currentSpan(): Span | undefined {
  return storage.getStore()?.span
}

/** Names what the current work concerns in all its later log lines; ids alone, no personal data. */
export function nameInLog(names: LogNames): void {
  Object.assign(storage.getStore()?.names ?? {}, names)
}

/** Marks a request's logger, whose lines have the id of the request. */
export function markRequestLogger<Logger extends object>(logger: Logger): Logger {
  return Object.assign(logger, { [NAMES_REQUEST]: true })
}

/** Returns what a logger adds to each line: the names of the work in which it is written. */
export const readLogNames: NonNullable<LoggerOptions['mixin']> = (_line, _level, logger) => {
  const { names, span } = storage.getStore() ?? {}
  const { reqId, ...others } = names ?? {}
  return {
    ...(reqId !== undefined && !(NAMES_REQUEST in logger) && { reqId }),
    ...others,
    ...(span?.traceId !== undefined && { trace_id: span.traceId }),
  }
}
