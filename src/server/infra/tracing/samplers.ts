import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace'
import type { SamplerSettings } from './sampler-names.ts'

/** Creates the sampler that the settings name, and the one by which it decides without a parent. */
export function createSamplers({ sampler, ratio }: SamplerSettings): {
  sampler: Sampler
  root: Sampler
} {
  const root = createRoot(sampler.replace('parentbased_', ''), ratio)
  const isParentBased = sampler.startsWith('parentbased_')
  return { root, sampler: isParentBased ? new ParentBasedSampler({ root }) : root }
}

function createRoot(name: string, ratio: number): Sampler {
  if (name === 'traceidratio') return new TraceIdRatioBasedSampler(ratio)
  return name === 'always_on' ? new AlwaysOnSampler() : new AlwaysOffSampler()
}
