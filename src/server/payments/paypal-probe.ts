import { z } from 'zod'
import { failUnlessRefused, probeEach, type Probe } from './probe.ts'
import type { PaypalClient } from './paypal-client.ts'
import { listSchema } from './paypal-schemas.ts'
import { PAYPAL_STATEMENT, searchPaypalOnce } from './paypal-statement.ts'
import type { ProbeResult } from './provider.ts'

const WORDING = {
  label: 'PayPal',
  subject: 'the app',
  keyDenied:
    'PayPal does not take the client id and secret; set PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET to those of your app.',
} as const

/** See `PaymentProvider.probe`. */
export function probePaypal(client: PaypalClient, now: number): Promise<ProbeResult[]> {
  return probeEach(WORDING, [
    {
      what: 'sign in',
      remedy: 'make a new app whose features include "Accept payments"',
      ask: () => client.authorize(),
    },
    readProbe('orders', () => client.get('/v2/checkout/orders/PROBE', z.unknown())),
    readProbe('captures', () => client.get('/v2/payments/captures/PROBE', z.unknown())),
    {
      what: 'read disputes',
      remedy: 'switch on "Customer disputes" among its features',
      ask: () => client.get('/v1/customer/disputes?page_size=1', listSchema),
    },
    {
      what: 'read webhook events',
      remedy: 'add its webhook, and let it read webhook events',
      ask: () => client.get('/v1/notifications/webhooks-events?page_size=1', listSchema),
    },
    {
      ...PAYPAL_STATEMENT,
      isOptional: true,
      ask: () => searchPaypalOnce(client, now),
    },
  ])
}

/** Returns a probe that reads an object that cannot be there. */
function readProbe(things: string, read: () => Promise<unknown>): Probe {
  return {
    what: `read ${things}`,
    remedy: 'switch on "Accept payments" among its features',
    ask: () => read().catch(failUnlessRefused),
  }
}
