import type { Logger } from 'pino'
import type { ProviderName } from '#contract/checkout-states.ts'
import { createPaypalProvider, type PaypalKeys } from './paypal/paypal.ts'
import type { PaymentProvider } from './provider.ts'
import { createStripeProvider, type StripeKeys } from './stripe/stripe.ts'

/** The keys of the providers that are offered; one without keys is not. */
export interface ProviderKeys {
  stripe: StripeKeys | undefined
  paypal: PaypalKeys | undefined
}

/** The settings that every adapter gets besides its own keys. */
export interface ProviderSettings {
  livemode: boolean
  /** Marks the payments of this installation in accounts that others use too. */
  installationId: string
  clock: () => number
  /** The longest time that one call may take, ms. */
  timeoutMs: number
  logger?: Pick<Logger, 'warn'> | undefined
}

/** Connects the providers that have keys; a further provider is a further line here. */
export function connectProviders(
  { stripe, paypal }: ProviderKeys,
  settings: ProviderSettings,
): Partial<Record<ProviderName, PaymentProvider>> {
  return {
    ...(stripe && { stripe: createStripeProvider({ ...stripe, ...settings }) }),
    ...(paypal && { paypal: createPaypalProvider({ ...paypal, ...settings, fetch }) }),
  }
}
