import type { Feature } from '#server/infra/feature.ts'
import type { ProviderHealth } from './provider-health.ts'

/** Creates the feature that probes the permissions of our keys at each provider. */
export function createProviderHealthFeature(deps: { providerHealth: ProviderHealth }): Feature {
  const { providerHealth } = deps
  return { listen: () => providerHealth.start(), close: () => providerHealth.close() }
}
