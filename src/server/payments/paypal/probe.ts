import { z } from 'zod'
import { AppError } from '#contract/app-error.ts'
import { failUnlessRefused, probeEach, type Probe } from '../probe.ts'
import type { PaypalClient } from './api/client.ts'
import { PAYPAL_EVENTS } from './webhooks/events.ts'
import { listSchema, webhookSchema } from './api/schemas.ts'
import { searchOnce } from './api/transaction-search.ts'
import { PAYPAL_STATEMENT } from './statement.ts'
import type { ProbeResult } from '../provider.ts'

const WORDING = {
  label: 'PayPal',
  subject: 'the app',
  keyDenied:
    'PayPal does not take the client id and secret; set PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET to those of your app.',
} as const

/** Implements `PaymentProvider.probe`. */
export async function probePaypal(
  client: PaypalClient,
  { now, webhookId }: { now: number; webhookId: string },
): Promise<ProbeResult[]> {
  const [webhook, probes] = await Promise.all([
    probeWebhook(client, webhookId),
    probePermissions(client, now),
  ])
  return [...probes, ...webhook]
}

function probePermissions(client: PaypalClient, now: number): Promise<ProbeResult[]> {
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
      ask: () => searchOnce(client, now),
    },
  ])
}

/** Returns a probe that reads an object that cannot exist. */
function readProbe(things: string, read: () => Promise<unknown>): Probe {
  return {
    what: `read ${things}`,
    remedy: 'switch on "Accept payments" among its features',
    ask: () => read().catch(failUnlessRefused),
  }
}

/**
 * Returns a denied result if our webhook does not exist or misses event types; none if it could not
 * be read. The lists find the same changes later, so only this shows the host what is missing.
 */
async function probeWebhook(client: PaypalClient, webhookId: string): Promise<ProbeResult[]> {
  const sentence = await findWebhookFault(client, webhookId)
  const what = 'tell the webhook of every event'
  return sentence === undefined ? [] : [{ what, isOptional: false, state: 'denied', sentence }]
}

async function findWebhookFault(
  client: PaypalClient,
  webhookId: string,
): Promise<string | undefined> {
  const path = `/v1/notifications/webhooks/${encodeURIComponent(webhookId)}`
  try {
    const { event_types } = await client.get(path, webhookSchema)
    const subscribed = new Set(event_types.map(({ name }) => name))
    const missing = subscribed.has('*') ? [] : PAYPAL_EVENTS.filter((name) => !subscribed.has(name))
    if (missing.length === 0) return undefined
    return `PayPal: the webhook is not told of ${missing.join(', ')}; add ${missing.length > 1 ? 'them' : 'it'} to its event types.`
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const isUnknown = error.code === 'not-found'
    return isUnknown ? UNKNOWN_WEBHOOK : undefined
  }
}

const UNKNOWN_WEBHOOK =
  'PayPal: the app has no webhook of the id PAYPAL_WEBHOOK_ID; set it to that of the webhook that names this server.'
