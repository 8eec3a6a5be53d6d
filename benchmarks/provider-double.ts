import { createServer, type Server } from 'node:http'
import { once } from 'node:events'

/** The state of a checkout at the provider. */
export type ProviderState = 'paid' | 'open' | 'expired'

export interface ProviderDouble {
  url: string
  /** Adds a session; over 500 cents by default. */
  announce(ref: string, checkoutId: string, state: ProviderState, amountCents?: number): void
  close(): Promise<void>
}

/** Opens a server that responds from memory to the few requests of a settlement, as Stripe does. */
export async function openProviderDouble(): Promise<ProviderDouble> {
  const sessions = new Map<string, string>()
  let begun = 0
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.method === 'POST' && request.url === '/v1/checkout/sessions') {
      begun += 1
      response.end(JSON.stringify(buildBegunSession(`cs_test_begun_${begun}`)))
      return
    }
    const [, ref = ''] = /^\/v1\/checkout\/sessions\/([^?/]+)/.exec(request.url ?? '') ?? []
    const body = sessions.get(ref) ?? '{"object":"list","data":[],"has_more":false,"url":"/v1"}'
    response.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    announce: (ref, checkoutId, state, amountCents = 500) => {
      sessions.set(ref, JSON.stringify(buildSession(ref, checkoutId, state, amountCents)))
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The double has no port.')
  return address.port
}

/** Builds a session that was just created; nobody pays it. */
function buildBegunSession(id: string) {
  return { ...buildSession(id, 'none', 'open', 500), url: 'http://127.0.0.1/pay' }
}

function buildSession(ref: string, checkoutId: string, state: ProviderState, amountCents: number) {
  const isPaid = state === 'paid'
  return {
    id: ref,
    object: 'checkout.session',
    livemode: false,
    status: isPaid ? 'complete' : state,
    payment_status: isPaid ? 'paid' : 'unpaid',
    amount_total: amountCents,
    currency: 'usd',
    metadata: { checkout_id: checkoutId },
    customer_details: isPaid ? { name: 'Ada Lovelace' } : null,
    payment_intent: isPaid ? buildIntent(ref, amountCents) : null,
  }
}

function buildIntent(ref: string, amountCents: number) {
  return {
    id: `pi_${ref}`,
    object: 'payment_intent',
    status: 'succeeded',
    last_payment_error: null,
    latest_charge: {
      id: `ch_${ref}`,
      object: 'charge',
      amount_captured: amountCents,
      amount_refunded: 0,
      disputed: false,
      currency: 'usd',
      billing_details: { name: 'Ada Lovelace' },
    },
  }
}
