import { SAMPLERS, type SamplerSettings } from '#server/infra/tracing/sampler-names.ts'
import type { Environment } from './environment.ts'
import { wrongValue } from './wrong-value.ts'

const PROTOCOLS = ['http/protobuf', 'http/json'] as const

export interface TracingConfig extends SamplerSettings {
  protocol: (typeof PROTOCOLS)[number]
}

/**
 * Returns how traces are recorded and sent, or undefined if they are not. The other variables of
 * OpenTelemetry may be there for other programs, so they are read only with an address.
 */
export function readTracing(environment: Environment): TracingConfig | undefined {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: general,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint = general,
    OTEL_EXPORTER_OTLP_PROTOCOL: protocol = 'http/protobuf',
    OTEL_TRACES_SAMPLER: sampler = 'always_on',
    OTEL_TRACES_SAMPLER_ARG: ratio = '1',
  } = environment
  if (endpoint === undefined || environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true')
    return undefined
  return {
    protocol: requireOneOf(PROTOCOLS, 'OTEL_EXPORTER_OTLP_PROTOCOL', protocol),
    sampler: requireOneOf(SAMPLERS, 'OTEL_TRACES_SAMPLER', sampler),
    ratio: requireShare('OTEL_TRACES_SAMPLER_ARG', ratio),
  }
}

function requireOneOf<Value extends string>(
  values: readonly Value[],
  name: string,
  given: string,
): Value {
  const found = values.find((value) => value === given)
  if (found !== undefined) return found
  throw wrongValue({ name, expected: `one of ${values.join(', ')}`, isSecret: false }, given)
}

function requireShare(name: string, given: string): number {
  const share = Number(given)
  if (share >= 0 && share <= 1) return share
  throw wrongValue({ name, expected: 'a share from 0 to 1, such as 0.1', isSecret: false }, given)
}
