import { ExportResultCode } from '@opentelemetry/core'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace'
import type { StateLog } from '../state-log.ts'
import { DonationIds } from './donation-ids.ts'
import { Recorder } from './recorder.ts'
import type { SamplerSettings } from './sampler-names.ts'
import { createSamplers } from './samplers.ts'
import type { Tracer } from './spans.ts'

/** The time after which steps are sent, ms. */
const SEND_AFTER_MS = 1_000
/** The longest time that sending may hold a server that stops, ms. */
const FLUSH_MS = 1_000

export interface OpenTelemetryOptions extends SamplerSettings {
  protocol: 'http/protobuf' | 'http/json'
  version: string
  /** Hears whether the collector takes traces. */
  report: StateLog
}

/**
 * Creates the tracer that sends to an OpenTelemetry collector. The exporter reads its address,
 * headers, certificates and time limit from the standard variables (`OTEL_EXPORTER_OTLP_…`).
 */
export async function createOpenTelemetry(options: OpenTelemetryOptions): Promise<Tracer> {
  const { protocol, version, report } = options
  const ids = new DonationIds()
  const { sampler, ...sampling } = createSamplers(options)
  const exporter = watch(await createExporter(protocol), report)
  const provider = new TracerProvider({
    resource: readResource(version),
    sampler,
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_AFTER_MS })],
  })
  const recorder = new Recorder({ tracer: provider.getTracer('donation-royale'), ids, ...sampling })
  return {
    start: (name, given, parent) => recorder.start(name, given, parent),
    remember: (key, span) => recorder.remember(key, span),
    close: () => flush(provider),
  }
}

/** Sends what is left, unless the collector takes too long; that it fails has been reported. */
async function flush(provider: TracerProvider): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, FLUSH_MS)
  await Promise.race([provider.shutdown().catch(() => {}), promise])
  clearTimeout(timer)
}

/** Returns what the traces say of this server; the operator's variables win. */
function readResource(version: string) {
  return resourceFromAttributes({
    'service.name': 'donation-royale',
    'service.version': version,
  }).merge(detectResources({ detectors: [envDetector] }))
}

/** Loads the exporter of a protocol alone. */
async function createExporter(protocol: OpenTelemetryOptions['protocol']): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter()
}

function watch(exporter: SpanExporter, report: StateLog): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code === ExportResultCode.SUCCESS) report.over()
        else report.failed(result.error ?? 'The collector refused them.')
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}
