import { z } from 'zod'
import type { SharedAccount } from '../world/incidents.ts'
import { ACCOUNTS } from '../providers/accounts.ts'
import { API_BASES, remainingCents, type ProviderResponse } from '../providers/providers.ts'
import type { RunContext } from './run-context.ts'

const FORM = 'application/x-www-form-urlencoded'
const { stripe, paypal } = ACCOUNTS['our account']

const createdSchema = z.object({ id: z.string(), url: z.string().optional() })
const tokenSchema = z.object({ access_token: z.string() })

type Action = (context: RunContext) => Promise<unknown>

/** Actions of a shop and of other programs in the same accounts. */
const ACTIONS: Record<string, Action> = {
  'a card payment of a shop': (context) => payByCard(context, { 'metadata[order_id]': '1184' }),
  'a card payment of another installation': (context) =>
    payByCard(context, {
      'metadata[installation_id]': 'another-installation',
      'metadata[checkout_id]': '01a30000-0000-7000-8000-000000000000',
      'payment_intent_data[metadata][installation_id]': 'another-installation',
      'payment_intent_data[metadata][checkout_id]': '01a30000-0000-7000-8000-000000000000',
    }),
  'a wallet payment of a shop': (context) =>
    payByWallet(context, '{"order_id":1184,"order_key":"wc_order_5Jm2"}'),
  'a wallet payment of another installation': (context) =>
    payByWallet(context, 'another-installation:01a30000-0000-7000-8000-000000000000'),
  'a refund of a shop': (context) => moveForeignPayment(context, '/refunds', { amountCents: 1 }),
  'a dispute of a shop': (context) => moveForeignPayment(context, '/disputes', { outcome: 'lost' }),
  'a subscription session': (context) =>
    sendSessionEvent(context, { mode: 'subscription', ...PAID }),
  'a setup session': (context) => sendSessionEvent(context, { mode: 'setup', ...UNPRICED }),
  'an order to authorise': (context) =>
    sendOrderEvent(context, { intent: 'AUTHORIZE', purchase_units: [UNIT] }),
  'an order of two units': (context) =>
    sendOrderEvent(context, {
      intent: 'CAPTURE',
      purchase_units: [UNIT, { ...UNIT, reference_id: 'second' }],
    }),
  'an object that nobody can read': sendUnreadableEvent,
}

const PAID = { payment_status: 'paid', amount_total: 900, currency: 'usd' }
const UNPRICED = { payment_status: 'no_payment_required', amount_total: null, currency: null }
const UNIT = {
  reference_id: 'default',
  custom_id: '1184',
  amount: { currency_code: 'USD', value: '9.00' },
}

/** Runs the actions of other software in the host's accounts, one after another. */
export async function shareAccounts(
  context: RunContext,
  { deeds: actionCount }: SharedAccount,
): Promise<void> {
  const { world } = context
  const [first, ...others] = Object.entries(ACTIONS)
  if (first === undefined) throw new Error('Other software does nothing.')
  for (let count = 0; count < actionCount; count += 1) {
    await world.sleep(world.random.between(1, 90) * 1_000)
    const [name, action] = world.random.pick([first, ...others])
    await world.waitForTurn(`other software: ${name}`)
    world.trace.count('other software', name)
    await action(context)
  }
}

async function payByCard(context: RunContext, metadata: Record<string, string>): Promise<void> {
  const { providers } = context
  const answer = await providers.send({
    method: 'POST',
    url: `${API_BASES.stripe}/v1/checkout/sessions`,
    headers: { authorization: `Bearer ${stripe.secretKey}`, 'content-type': FORM },
    body: new URLSearchParams({
      mode: 'payment',
      success_url: 'http://shop.test/',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '900',
      'line_items[0][price_data][product_data][name]': 'A mug',
      ...metadata,
    }).toString(),
  })
  const { id, url = '' } = createdSchema.parse(JSON.parse(answer.body))
  providers.foreignIds.add(id)
  const card = { email: 'grace@example.com', name: 'Grace', number: '4242424242424242' }
  await providers.submit(url, { ...card, action: 'pay' })
}

async function payByWallet(context: RunContext, customId: string): Promise<void> {
  const { providers } = context
  const headers = { authorization: await requestToken(context), 'content-type': 'application/json' }
  const post = (path: string, body: object): Promise<ProviderResponse> =>
    providers.send({
      method: 'POST',
      url: `${API_BASES.paypal}${path}`,
      headers,
      body: JSON.stringify(body),
    })
  const order = { intent: 'CAPTURE', purchase_units: [{ ...UNIT, custom_id: customId }] }
  const created = await post('/v2/checkout/orders', order)
  const { id } = createdSchema.parse(JSON.parse(created.body))
  providers.foreignIds.add(id)
  const payer = { given_name: 'Grace', surname: 'Hopper', action: 'pay' }
  await providers.submit(`${API_BASES.paypal}/approve?token=${id}`, payer)
  await post(`/v2/checkout/orders/${id}/capture`, {})
}

async function requestToken({ providers }: RunContext): Promise<string> {
  const credentials = Buffer.from(`${paypal.clientId}:${paypal.clientSecret}`).toString('base64')
  const answer = await providers.send({
    method: 'POST',
    url: `${API_BASES.paypal}/v1/oauth2/token`,
    headers: { authorization: `Basic ${credentials}`, 'content-type': FORM },
    body: 'grant_type=client_credentials',
  })
  return `Bearer ${tokenSchema.parse(JSON.parse(answer.body)).access_token}`
}

/** Refunds or disputes a payment of other software; the request names the payment alone. */
async function moveForeignPayment(
  { world, providers }: RunContext,
  path: string,
  how: object,
): Promise<void> {
  const [first, ...rest] = (await providers.listForeign()).filter(
    (payment) => remainingCents(payment) > 0,
  )
  if (first === undefined) return
  const { provider, paymentId } = world.random.pick([first, ...rest])
  await providers.control(path, { provider, paymentId, ...how })
}

async function sendSessionEvent({ world, providers }: RunContext, session: object): Promise<void> {
  const id = `cs_test_other${world.random.uuid()}`
  providers.foreignIds.add(id)
  const object = { id, object: 'checkout.session', livemode: false, metadata: {}, ...session }
  const type = 'checkout.session.completed'
  await providers.control('/events', { provider: 'stripe', type, object })
}

async function sendOrderEvent({ world, providers }: RunContext, order: object): Promise<void> {
  const id = `OTHER${world.random.between(100_000, 999_999)}`
  providers.foreignIds.add(id)
  const type = 'CHECKOUT.ORDER.APPROVED'
  const object = { id, status: 'APPROVED', ...order }
  await providers.control('/events', { provider: 'paypal', type, object })
}

/** Sends an event whose object has neither the kind nor the fields of its type. */
async function sendUnreadableEvent({ world, providers }: RunContext): Promise<void> {
  const isStripe = world.random.chance(0.5)
  await providers.control(
    '/events',
    isStripe
      ? { provider: 'stripe', type: 'refund.created', object: { object: 'refund_intent' } }
      : {
          provider: 'paypal',
          type: 'PAYMENT.CAPTURE.COMPLETED',
          resourceType: 'capture',
          object: {},
        },
  )
}
