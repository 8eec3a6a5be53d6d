import { AppError } from '#contract/app-error.ts'
import { currentSpan, runInSpan, type Span } from '../work-context.ts'

export interface SpanOptions {
  /** The side of a call that the step is; `internal` by default. */
  kind?: 'server' | 'client' | 'consumer' | 'internal'
  /** Facts without personal data and secrets: ids, amounts, names of routes and tables. */
  attributes?: Record<string, string | number>
  /** The donation whose trace the step belongs to; it is linked with the current step. */
  donation?: string
  /** True for the step that begins the donation's trace. */
  isFirst?: boolean
  /** The keys of earlier steps that led to this one, as `rememberSpan` was told them. */
  causes?: readonly string[]
  /** The `traceparent` of the request's sender; such a step has no donation. */
  traceparent?: string | undefined
}

/** Records the steps of traces, and sends them somewhere. */
export interface Tracer {
  start(name: string, options: SpanOptions, parent: Span | undefined): Span
  /** Remembers a step for a while, so that later work can be linked with it. */
  remember(key: string, span: Span): void
  close(): Promise<void>
}

/** The one of this process; undefined if traces are off. */
let tracer: Tracer | undefined

export function setTracer(next: Tracer | undefined): void {
  tracer = next
}

/** Returns whether traces are on. */
export function isTracing(): boolean {
  return tracer !== undefined
}

/** Begins a step that the caller ends; undefined if traces are off. */
export function startSpan(name: string, options: SpanOptions = {}): Span | undefined {
  return tracer?.start(name, options, currentSpan())
}

/** Does a piece of work as a step of a trace; the step ends when the work does. */
export function inSpan<Result>(name: string, options: SpanOptions, work: () => Result): Result {
  const span = startSpan(name, options)
  if (span === undefined) return work()
  return runInSpan(span, () => {
    try {
      const result = work()
      if (result instanceof Promise) {
        result.then(
          () => span.end(),
          (error: unknown) => span.end(typeOf(error)),
        )
      } else span.end()
      return result
    } catch (error) {
      span.end(typeOf(error))
      throw error
    }
  })
}

/** Does a piece of work as a step of the current trace; as none if there is no trace. */
export function inInnerSpan<Result>(
  name: string,
  options: SpanOptions,
  work: () => Result,
): Result {
  return currentSpan() === undefined ? work() : inSpan(name, options, work)
}

/** Remembers the current step under a key, for the `causes` of later work. */
export function rememberSpan(key: string): void {
  const span = currentSpan()
  if (span !== undefined) tracer?.remember(key, span)
}

/** Returns the kind of a failure; its message may hold personal data. */
function typeOf(error: unknown): string {
  if (error instanceof AppError) return error.code
  return error instanceof Error ? error.name : 'unknown'
}
