import { z } from 'zod'
import { issued, origin } from '#server/infra/environment-values.ts'
import type { ProviderDefinition } from '../definition.ts'
import { STRIPE_EVENTS } from './events.ts'
import type { StripeKeys } from './stripe.ts'

const KEY_PREFIXES = ['sk_test_', 'sk_live_', 'rk_test_', 'rk_live_']
const WEBHOOK_PREFIXES = ['whsec_']

export const STRIPE: ProviderDefinition<'stripe', StripeKeys> = {
  label: 'Stripe',
  wayToPay: 'card',
  paymentNoun: 'session',
  declinesView: 'Stripe Radar',
  statusPage: 'https://status.stripe.com',
  // Stripe keeps them for 30 days.
  eventsKeptMs: 29 * 24 * 60 * 60 * 1000,
  forgetsAfterMs: null,
  listDenials: {
    events: 'Stripe does not let the key read events (403). Give it "Events: read".',
    refunds: 'Stripe does not let the key read refunds (403). Give it "Refunds: write".',
  },
  describeSetup: (webhookUrl) => [
    'In the dashboard of Stripe, under Developers, API keys, make a restricted key with "write" for Checkout Sessions and Refunds and "read" for PaymentIntents, Charges, Disputes and Events. Set it as STRIPE_SECRET_KEY.',
    `Under Developers, Webhooks, add the endpoint ${webhookUrl} with the events ${STRIPE_EVENTS.join(', ')}. Set its signing secret as STRIPE_WEBHOOK_SECRET.`,
    'Start the server again, and test the keys here.',
  ],
  variables: {
    secretKey: {
      name: 'STRIPE_SECRET_KEY',
      expected: 'a secret key of Stripe, which begins with sk_test_ or sk_live_',
      prefixes: KEY_PREFIXES,
    },
    webhookSecret: {
      name: 'STRIPE_WEBHOOK_SECRET',
      expected: 'the whole signing secret of the webhook endpoint, which begins with whsec_',
      prefixes: WEBHOOK_PREFIXES,
      verifiesEvents: true,
    },
    apiBase: {
      name: 'STRIPE_API_BASE',
      expected: 'an address without a path, such as http://127.0.0.1:4000',
      liveHosts: /^api\.stripe\.com$/,
    },
  },
  signatureHeaders: ['stripe-signature'],
  keysSchema: z.object({
    secretKey: issued(12, KEY_PREFIXES).regex(/^(sk|rk)_(test|live)_\w+$/),
    webhookSecret: issued(22, WEBHOOK_PREFIXES).startsWith('whsec_'),
    // Stripe's own client knows no path prefix.
    apiBase: origin.optional(),
  }),
  findMode: ({ secretKey }) => ({
    mode: secretKey.includes('_live_') ? 'live' : 'test',
    variable: 'STRIPE_SECRET_KEY',
  }),
  connect: async (keys, settings) => {
    const { createStripeProvider } = await import('./stripe.ts')
    return createStripeProvider({ ...keys, ...settings })
  },
  toPublic: (keys) => keys !== undefined,
  // The page leaves for Stripe's own.
  listPageSources: () => [],
}
