import type { ProviderName } from '#contract/checkout-states.ts'
import type { ProviderDescription } from './description.ts'
import { PAYPAL } from './paypal/description.ts'
import { STRIPE } from './stripe/description.ts'

/** Describes each provider without loading its adapter. */
export const PROVIDER_DESCRIPTIONS: Readonly<Record<ProviderName, ProviderDescription>> = {
  stripe: STRIPE,
  paypal: PAYPAL,
}

/** Returns the name of a provider as people read it. */
export function labelOf(provider: ProviderName): ProviderDescription['label'] {
  return PROVIDER_DESCRIPTIONS[provider].label
}
