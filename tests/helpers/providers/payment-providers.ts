import { randomUUID } from 'node:crypto'
import type { ProviderName } from '#contract/checkout-states.ts'
import { createPaypalProvider } from '#server/payments/paypal/paypal.ts'
import type { PaymentProvider, PaymentRequest } from '#server/payments/provider.ts'
import { createStripeProvider } from '#server/payments/stripe/stripe.ts'

/** The keys of one account at each provider, which sandbox and adapter share. */
export const KEYS = {
  stripe: { secretKey: 'sk_test_canary_of_stripe', webhookSecret: 'whsec_canary_of_stripe' },
  paypal: {
    clientId: 'client',
    clientSecret: 'canary_of_paypal',
    webhookId: 'WH-OURS',
  },
}

/** The installation id of a test's adapters. */
export const INSTALLATION_ID = 'installation-of-the-tests'

export interface ConnectOptions {
  apiBase: string
  clock?: () => number
  livemode?: boolean
  installationId?: string
  timeoutMs?: number
  /**
   * Replaces the key that webhook events are verified with: the signing secret, the webhook's id.
   */
  webhookKey?: string
}

interface Adapter {
  name: ProviderName
  connect(options: ConnectOptions): PaymentProvider
}

const DEFAULTS = {
  clock: Date.now,
  livemode: false,
  installationId: INSTALLATION_ID,
  timeoutMs: 60_000,
}

/** The adapters that the contract suites test. */
export const PAYMENT_PROVIDERS: Adapter[] = [
  {
    name: 'stripe',
    connect: ({ webhookKey = KEYS.stripe.webhookSecret, ...options }) =>
      createStripeProvider({
        ...DEFAULTS,
        ...KEYS.stripe,
        webhookSecret: webhookKey,
        ...options,
      }),
  },
  {
    name: 'paypal',
    connect: ({ webhookKey = KEYS.paypal.webhookId, ...options }) =>
      createPaypalProvider({
        ...DEFAULTS,
        ...KEYS.paypal,
        webhookId: webhookKey,
        fetch,
        ...options,
      }),
  },
]

/** Builds a request for five dollars; a test overrides only the fields it is about. */
export function buildPaymentRequest(overrides: Partial<PaymentRequest> = {}): PaymentRequest {
  return {
    checkoutId: randomUUID(),
    donationId: randomUUID(),
    accountId: 'account-1',
    amountCents: 500,
    idempotencyKey: randomUUID(),
    returnUrl: 'http://localhost:3000',
    expiresAt: Date.now() + 60 * 60 * 1000,
    ...overrides,
  }
}
