import {
  SpanStatusCode,
  TraceFlags,
  type Span as OpenTelemetrySpan,
  type SpanContext,
} from '@opentelemetry/api'
import type { Span } from '../work-context.ts'

/** A step that OpenTelemetry records. */
export class RecordedSpan implements Span {
  readonly #span: OpenTelemetrySpan
  readonly context: SpanContext

  constructor(span: OpenTelemetrySpan) {
    this.#span = span
    this.context = span.spanContext()
  }

  get traceId(): string | undefined {
    const isSampled = (this.context.traceFlags & TraceFlags.SAMPLED) !== 0
    return isSampled ? this.context.traceId : undefined
  }

  set(attributes: Record<string, string | number>): void {
    this.#span.setAttributes(attributes)
  }

  /** Links this step with one that it has led to. */
  link({ context }: RecordedSpan): void {
    this.#span.addLink({ context })
  }

  end(errorType?: string): void {
    if (errorType !== undefined) {
      this.#span.setAttribute('error.type', errorType)
      this.#span.setStatus({ code: SpanStatusCode.ERROR })
    }
    this.#span.end()
  }
}
