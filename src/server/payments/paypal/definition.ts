import { z } from 'zod'
import { httpUrl, issued } from '#server/infra/environment-values.ts'
import type { ProviderDefinition } from '../definition.ts'
import { EVENTS_KEPT_MS } from './limits.ts'
import type { PaypalKeys } from './paypal.ts'
import { PAYPAL_EVENTS } from './webhooks/events.ts'

export interface PaypalConfig extends PaypalKeys {
  /** The address of a double of the wallet's script; PayPal's own where it is absent. */
  sdkBase?: string | undefined
}

export const PAYPAL: ProviderDefinition<'paypal', PaypalConfig> = {
  label: 'PayPal',
  wayToPay: 'PayPal',
  paymentNoun: 'order',
  declinesView: 'PayPal Activity',
  statusPage: 'https://www.paypal-status.com',
  eventsKeptMs: EVENTS_KEPT_MS,
  // A payer has three hours to open an order, and three to approve it.
  forgetsAfterMs: 6 * 60 * 60 * 1000,
  listDenials: {
    events: 'PayPal does not let the app read webhook events (403). Add its webhook to it.',
    refunds:
      'PayPal does not let the app read refunds (403). Switch on "Accept payments" among its features.',
  },
  describeSetup: (webhookUrl) => [
    'In the developer dashboard of PayPal, under Apps & Credentials, make an app and switch on "Accept payments" and "Customer disputes" among its features. Set its client id and secret as PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET.',
    `Add the webhook ${webhookUrl} to the app with the events ${PAYPAL_EVENTS.join(', ')}. Set its id as PAYPAL_WEBHOOK_ID.`,
    'Start the server again, and test the keys here.',
  ],
  variables: {
    clientId: {
      name: 'PAYPAL_CLIENT_ID',
      expected: "the client id of the PayPal app, as PayPal's dashboard shows it",
    },
    clientSecret: {
      name: 'PAYPAL_CLIENT_SECRET',
      expected: "the secret of the PayPal app, as PayPal's dashboard shows it",
    },
    webhookId: {
      name: 'PAYPAL_WEBHOOK_ID',
      expected: "the id of the webhook in the PayPal app, as PayPal's dashboard shows it",
      verifiesEvents: true,
    },
    apiBase: {
      name: 'PAYPAL_API_BASE',
      expected: 'an address, such as http://127.0.0.1:4000',
      liveHosts: /^api(-m)?\.paypal\.com$/,
    },
    sdkBase: {
      name: 'PAYPAL_SDK_BASE',
      expected: 'an address, such as http://127.0.0.1:4000',
      liveHosts: /^www\.paypal\.com$/,
    },
  },
  signatureHeaders: [
    'paypal-transmission-sig',
    'paypal-transmission-id',
    'paypal-transmission-time',
    'paypal-cert-url',
    'paypal-auth-algo',
  ],
  keysSchema: z.object({
    clientId: issued(16),
    clientSecret: issued(16),
    webhookId: issued(8),
    apiBase: httpUrl.optional(),
    sdkBase: httpUrl.optional(),
  }),
  findMode: () => undefined,
  connect: async (keys, settings) => {
    const { createPaypalProvider } = await import('./paypal.ts')
    return createPaypalProvider({ ...keys, ...settings, fetch })
  },
  toPublic: (keys, { livemode }) =>
    keys === undefined
      ? null
      : { clientId: keys.clientId, scriptBase: keys.sdkBase ?? SDK[livemode ? 'live' : 'test'] },
  listPageSources: ({ paypal }) => (paypal === null ? [] : listSources(paypal.scriptBase)),
}

/** Origins of the wallet's script. https://developer.paypal.com/sdk/js/configuration/ */
const SDK = { live: 'https://www.paypal.com', test: 'https://www.sandbox.paypal.com' }

// https://developer.paypal.com/sdk/js/configuration/#link-contentsecuritypolicy
const PAYPAL_SOURCES = [
  'https://*.paypal.com',
  'https://*.paypalobjects.com',
  'https://*.venmo.com',
]

function listSources(scriptBase: string): string[] {
  const { origin, hostname } = new URL(scriptBase)
  return hostname.endsWith('.paypal.com') ? PAYPAL_SOURCES : [origin]
}
