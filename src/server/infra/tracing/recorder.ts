import {
  ROOT_CONTEXT,
  SpanKind,
  trace,
  TraceFlags,
  type Context,
  type SpanOptions as Settings,
  type Tracer as OpenTelemetryTracer,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { SamplingDecision, type Sampler } from '@opentelemetry/sdk-trace'
import type { Span } from '../work-context.ts'
import type { DonationIds } from './donation-ids.ts'
import { RecordedSpan } from './recorded-span.ts'
import type { SpanOptions, Tracer } from './spans.ts'

/** The number of steps that are remembered for links. */
const MAX_REMEMBERED = 1_000

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

export interface RecorderDeps {
  tracer: OpenTelemetryTracer
  ids: DonationIds
  /** The sampler of traces that begin here. */
  root: Sampler
  /** True if a request joins its sender's trace; otherwise it only has a link to it. */
  followsSender: boolean
}

/** Records steps by OpenTelemetry, and puts each into the trace that it belongs to. */
export class Recorder implements Omit<Tracer, 'close'> {
  readonly #deps: RecorderDeps
  readonly #remembered = new Map<string, RecordedSpan>()

  constructor(deps: RecorderDeps) {
    this.#deps = deps
  }

  start(name: string, options: SpanOptions, parent: Span | undefined): Span {
    const { kind = 'internal', attributes, donation, traceparent, causes = [] } = options
    const outer = parent instanceof RecordedSpan ? parent : undefined
    const known = causes.flatMap((key) => this.#remembered.get(key) ?? [])
    const settings = { kind: KINDS[kind], attributes: attributes ?? {} }
    if (outer === undefined && traceparent !== undefined) {
      return this.#receive(name, settings, traceparent)
    }
    if (donation === undefined || outer?.context.traceId === this.#deps.ids.of(donation).traceId) {
      return this.#begin(name, settings, toContext(outer), known)
    }
    Object.assign(settings.attributes, { 'royale.donation.id': donation })
    const linked = outer === undefined ? known : [...known, outer]
    return options.isFirst === true
      ? this.#deps.ids.useFor(donation, () => this.#begin(name, settings, ROOT_CONTEXT, linked))
      : this.#begin(name, settings, this.#contextOf(donation), linked)
  }

  remember(key: string, span: Span): void {
    if (!(span instanceof RecordedSpan)) return
    this.#remembered.set(key, span)
    const [oldest] = this.#remembered.keys()
    if (this.#remembered.size > MAX_REMEMBERED && oldest !== undefined)
      this.#remembered.delete(oldest)
  }

  /**
   * Begins the step of a request whose sender has a trace. Who sent it is not known for sure, since
   * proxies pass on what clients make up; so it joins that trace only if the operator says so.
   */
  #receive(name: string, settings: Settings, traceparent: string): RecordedSpan {
    const { tracer, followsSender } = this.#deps
    const sender = parseTraceParent(traceparent)
    if (sender === null) return this.#begin(name, settings, ROOT_CONTEXT, [])
    const context = { ...sender, isRemote: true }
    return followsSender
      ? this.#begin(name, settings, trace.setSpanContext(ROOT_CONTEXT, context), [])
      : new RecordedSpan(
          tracer.startSpan(name, { ...settings, links: [{ context }] }, ROOT_CONTEXT),
        )
  }

  /** Begins a step that is linked, both ways, with those that led to it. */
  #begin(
    name: string,
    settings: Settings,
    within: Context,
    linked: readonly RecordedSpan[],
  ): RecordedSpan {
    const links = linked.map(({ context }) => ({ context }))
    const span = new RecordedSpan(this.#deps.tracer.startSpan(name, { ...settings, links }, within))
    for (const cause of linked) cause.link(span)
    return span
  }

  /** Returns the context of a donation's trace, whose first step another node may have made. */
  #contextOf(donation: string): Context {
    const { ids, root } = this.#deps
    const { traceId, spanId } = ids.of(donation)
    const { decision } = root.shouldSample(ROOT_CONTEXT, traceId, '', SpanKind.INTERNAL, {}, [])
    const isSampled = decision === SamplingDecision.RECORD_AND_SAMPLED
    const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
  }
}

function toContext(outer: RecordedSpan | undefined): Context {
  return outer === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, outer.context)
}
