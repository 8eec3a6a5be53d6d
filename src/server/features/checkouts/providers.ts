import { AppError } from '#contract/app-error.ts'
import type { ProviderName } from '#contract/checkout-states.ts'
import { PROVIDER_DEFINITIONS } from '#server/payments/registry.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'

/** The providers that this installation offers. */
export type Providers = Partial<Record<ProviderName, PaymentProvider>>

/** Returns the provider; fails with `failed-precondition` if it is not offered. */
export function requireProvider(
  providers: Providers,
  { provider }: { provider: ProviderName },
): PaymentProvider {
  const found = providers[provider]
  if (found !== undefined) return found
  // A newer version may have begun it with a provider that this one does not have.
  const known = Object.entries(PROVIDER_DEFINITIONS).find(([name]) => name === provider)?.[1]
  const wayToPay = known?.wayToPay ?? provider
  throw new AppError('failed-precondition', `Paying by ${wayToPay} is not offered here.`)
}
