import { AppError } from '#contract/app-error.ts'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'

/** The providers that this installation offers. */
export type Providers = Partial<Record<ProviderName, PaymentProvider>>

/** Fails with `failed-precondition` where the provider is not offered. */
export function requireProvider(
  providers: Providers,
  { provider }: { provider: ProviderName },
): PaymentProvider {
  const found = providers[provider]
  if (found !== undefined) return found
  const way = provider === 'stripe' ? 'card' : 'PayPal'
  throw new AppError('failed-precondition', `Paying by ${way} is not offered here.`)
}
