import type { Feature } from '#server/infra/feature.ts'
import type { ProviderHealth } from './provider-health.ts'

/** Asks each provider what our keys may do, and what time it is there. */
export function createProviderHealthFeature(deps: { providerHealth: ProviderHealth }): Feature {
  const { providerHealth } = deps
  return { listen: () => providerHealth.start(), close: () => providerHealth.close() }
}
