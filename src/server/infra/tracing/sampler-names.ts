/** The names of OpenTelemetry's samplers, as `OTEL_TRACES_SAMPLER` has them. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export interface SamplerSettings {
  sampler: (typeof SAMPLERS)[number]
  /** The share of the traces that `traceidratio` records, from 0 to 1. */
  ratio: number
}
