import type { Logger } from 'pino'
import { createStateLog } from '#server/infra/state-log.ts'
import { setTracer, type Tracer } from '#server/infra/tracing/spans.ts'
import type { Config } from './config.ts'
import { readVersion } from './version.ts'

/** Turns traces on if the configuration says so, and returns what ends them. */
export async function openTracer(
  { tracing }: Config,
  logger: Logger,
): Promise<Pick<Tracer, 'close'> | undefined> {
  if (tracing === undefined) return undefined
  // Loaded only where it is asked for.
  const { createOpenTelemetry } = await import('#server/infra/tracing/open-telemetry.ts')
  const report = createStateLog(logger, {
    failed:
      'Traces cannot be sent: the collector cannot be reached or refuses them. They are dropped meanwhile, and nothing else is affected. If it lasts, check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS.',
    over: 'Traces are sent again.',
  })
  const tracer = await createOpenTelemetry({ ...tracing, version: readVersion(), report })
  setTracer(tracer)
  return {
    close: async () => {
      setTracer(undefined)
      await tracer.close()
    },
  }
}
