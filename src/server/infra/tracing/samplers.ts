import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace'
import type { SamplerSettings } from './sampler-names.ts'

/**
 * Creates the sampler that the settings name, and the one by which it decides without a parent.
 * `followsSender` says whether the sender of a request decides about its trace.
 */
export function createSamplers({ sampler, ratio }: SamplerSettings): {
  sampler: Sampler
  root: Sampler
  followsSender: boolean
} {
  const root = createRoot(sampler.replace('parentbased_', ''), ratio)
  const followsSender = sampler.startsWith('parentbased_')
  return { root, followsSender, sampler: followsSender ? new ParentBasedSampler({ root }) : root }
}

function createRoot(name: string, ratio: number): Sampler {
  if (name === 'traceidratio') return new TraceIdRatioBasedSampler(ratio)
  return name === 'always_on' ? new AlwaysOnSampler() : new AlwaysOffSampler()
}
