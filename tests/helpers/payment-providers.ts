import { randomUUID } from 'node:crypto'
import type { ProviderName } from '#contract/checkout-states.ts'
import { createPaypalProvider } from '#server/payments/paypal/paypal.ts'
import type { PaymentProvider, PaymentRequest } from '#server/payments/provider.ts'
import { createStripeProvider } from '#server/payments/stripe/stripe.ts'

/** The keys of one provider's account, as the sandbox and the adapter share them. */
export const KEYS = {
  stripe: { secretKey: 'sk_test_canary_of_stripe', webhookSecret: 'whsec_canary_of_stripe' },
  paypal: {
    clientId: 'client',
    clientSecret: 'canary_of_paypal',
    webhookId: 'WH-OURS',
  },
}

/** The installation that a test's adapters speak for. */
export const INSTALLATION_ID = 'installation-of-the-tests'

export interface ConnectOptions {
  apiBase: string
  clock?: () => number
  livemode?: boolean
  installationId?: string
  timeoutMs?: number
  /** In place of what webhook events are bound to: the signing secret, the webhook's id. */
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
  timeoutMs: 5_000,
}

/** Every provider that the contract suites run over. */
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

/** A request for five dollars; a test names only what it is about. */
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
