import Fastify, { type FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createFaultRules } from '../faults/faults.ts'
import type { Delivery } from '../options.ts'
import { createStripe, type StripeStandIn } from './main.ts'

const SECRET = 'sk_test_stand_in'
const WEBHOOK_SECRET = 'whsec_stand_in'

let app: FastifyInstance
let stripe: Stripe
let standIn: StripeStandIn
let deliveries: Delivery[]
let now: number
const faults = createFaultRules()

beforeEach(async () => {
  now = Date.now()
  deliveries = []
  faults.clear()
  standIn = createStripe(
    { secretKey: SECRET, webhookSecret: WEBHOOK_SECRET, webhookUrl: 'http://shop/hook' },
    {
      publicUrl: 'http://shop',
      clock: () => now,
      hostClock: () => now,
      random: Math.random,
      faults,
      deliver: (delivery) => deliveries.push(delivery),
      changed: () => {},
    },
  )
  app = Fastify({ forceCloseConnections: true })
  await app.register(standIn.api)
  await app.register(standIn.pages, { prefix: '/_sandbox/stripe' })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  stripe = new Stripe(SECRET, { host: '127.0.0.1', port: Number(port), protocol: 'http' })
})

afterEach(() => app.close())

const draft: Stripe.Checkout.SessionCreateParams = {
  mode: 'payment',
  submit_type: 'donate',
  line_items: [
    {
      quantity: 1,
      price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'Donation' } },
    },
  ],
  metadata: { checkout_id: 'c1' },
  payment_intent_data: { metadata: { checkout_id: 'c1' } },
  success_url: 'http://shop/?checkout={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://shop/?cancelled=1',
}

async function fillIn(id: string, fields: Record<string, string>) {
  return app.inject({
    method: 'POST',
    url: `/_sandbox/stripe/checkout/${id}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      email: 'a@b.example',
      name: 'Ada Lovelace',
      ...fields,
    }).toString(),
  })
}

const eventSchema = z.object({ type: z.string() })

const typesSent = () => deliveries.map(({ body }) => eventSchema.parse(JSON.parse(body)).type)

describe('a Checkout Session', () => {
  test('is open until it is paid, and then has its charge', async () => {
    const created = await stripe.checkout.sessions.create(draft)
    expect(created).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_total: 500 })
    const answer = await fillIn(created.id, { number: '4242 4242 4242 4242' })
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe(`http://shop/?checkout=${created.id}`)
    const paid = await stripe.checkout.sessions.retrieve(created.id, {
      expand: ['payment_intent.latest_charge'],
    })
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      customer_details: { name: 'Ada Lovelace' },
      payment_intent: { status: 'succeeded', latest_charge: { amount_captured: 500 } },
    })
    expect(typesSent()).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ])
  })

  test('of a declined card stays open, and the page keeps what was typed', async () => {
    const { id } = await stripe.checkout.sessions.create(draft)
    const answer = await fillIn(id, { number: '4000 0000 0000 0002' })
    expect(answer.body).toContain('Your card was declined.')
    expect(answer.body).toContain('value="Ada Lovelace"')
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' })
  })

  test('tells of each declined attempt, and can be paid after that', async () => {
    const { id } = await stripe.checkout.sessions.create(draft)
    await fillIn(id, { number: '4000000000000002' })
    await fillIn(id, { number: '4000000000000002' })
    const failed = ['charge.failed', 'payment_intent.payment_failed']
    expect(typesSent()).toEqual(['payment_intent.created', ...failed, ...failed])
    const [, , event] = deliveries
    expect(JSON.parse(event?.body ?? '')).toMatchObject({
      data: {
        object: {
          object: 'payment_intent',
          status: 'requires_payment_method',
          last_payment_error: { code: 'card_declined' },
          metadata: { checkout_id: 'c1' },
        },
      },
    })
    expect(standIn.payments()).toEqual([])
    await fillIn(id, { number: '4242424242424242' })
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' })
    expect(standIn.payments()).toMatchObject([{ ref: id, capturedCents: 500 }])
  })

  test('that nobody has paid gives nothing back', async () => {
    const { id } = await stripe.checkout.sessions.create(draft)
    await fillIn(id, { number: '4000000000000002' })
    const [charge] = (await stripe.charges.list()).data
    expect(charge).toMatchObject({ status: 'failed', paid: false, amount_captured: 0 })
    await expect(stripe.refunds.create({ charge: charge?.id ?? '' })).rejects.toThrow(
      /greater than unrefunded/,
    )
  })

  test('refuses a card number that is none', async () => {
    const { id } = await stripe.checkout.sessions.create(draft)
    expect((await fillIn(id, { number: '1234' })).body).toContain('Your card number is invalid.')
  })

  test('shows a name as text, whatever it is', async () => {
    const { id } = await stripe.checkout.sessions.create(draft)
    const answer = await fillIn(id, { number: '1', name: '"><script>alert(1)</script>' })
    expect(answer.body).not.toContain('<script>')
  })

  test('of a delayed card is unpaid at first, and paid a moment later', async () => {
    const { id } = await stripe.checkout.sessions.create(draft)
    await fillIn(id, { number: '4000000000000077' })
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
    })
    now += 3_000
    standIn.account.tick()
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' })
    expect(typesSent()).toContain('checkout.session.async_payment_succeeded')
  })

  test('expires at its time, and cannot be paid then', async () => {
    const { id } = await stripe.checkout.sessions.create({
      ...draft,
      expires_at: Math.floor(now / 1000) + 1_800,
    })
    now += 1_801_000
    standIn.account.tick()
    expect((await fillIn(id, { number: '4242424242424242' })).body).toContain('has expired')
    expect(typesSent()).toEqual(['checkout.session.expired'])
  })

  test.each([
    ['a parameter of an older API', { payment_method_types: ['card'] }, /unknown parameter/],
    ['an amount below 50 cents', { line_items: itemsOf(49) }, /at least 50 cents/],
    ['an amount above the largest', { line_items: itemsOf(100_000_000) }, /less than or equal/],
    ['a life that is too short', { expires_at: 1 }, /expires_at/],
    ['a way back that is no address', { success_url: 'shop' }, /success_url/],
    ['a way back that is a script', { cancel_url: 'javascript:alert(1)' }, /cancel_url/],
  ])('with %s is refused', async (_case, change, message) => {
    const params = { ...draft, ...change } as Stripe.Checkout.SessionCreateParams
    await expect(stripe.checkout.sessions.create(params)).rejects.toThrow(message)
  })
})

function itemsOf(unit_amount: number) {
  const price_data = { currency: 'usd', unit_amount, product_data: { name: 'Donation' } }
  return [{ quantity: 1, price_data }]
}

describe('the API', () => {
  test('answers a repeated key as the first time, and refuses it for another request', async () => {
    const options = { idempotencyKey: 'once' }
    const first = await stripe.checkout.sessions.create(draft, options)
    const again = await stripe.checkout.sessions.create(draft, options)
    expect(again.id).toBe(first.id)
    await expect(
      stripe.checkout.sessions.create({ ...draft, line_items: itemsOf(700) }, options),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
  })

  test('creates one session though the answer to the first try was cut off', async () => {
    faults.add({ provider: 'stripe', fault: 'cut', method: 'POST', times: 1 })
    await stripe.checkout.sessions.create(draft)
    expect(standIn.account.state.sessions.size).toBe(1)
  })

  test('replays even a failure of its own for a key', async () => {
    faults.add({ provider: 'stripe', fault: '500', method: 'POST', times: 1 })
    await expect(
      stripe.checkout.sessions.create(draft, { idempotencyKey: 'k', maxNetworkRetries: 2 }),
    ).rejects.toMatchObject({ type: 'StripeAPIError' })
    expect(standIn.account.state.sessions.size).toBe(0)
  })

  test('refuses a wrong key and an unknown id in Stripe’s own shapes', async () => {
    const stranger = new Stripe('sk_test_wrong', {
      host: '127.0.0.1',
      port: Number(new URL(app.listeningOrigin).port),
      protocol: 'http',
    })
    await expect(stranger.events.list()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
    })
    await expect(stripe.checkout.sessions.retrieve('cs_none')).rejects.toMatchObject({
      code: 'resource_missing',
      statusCode: 404,
    })
  })

  test('refunds in parts, never more than there is, and lists them newest first', async () => {
    const session = await stripe.checkout.sessions.create(draft)
    await fillIn(session.id, { number: '4242424242424242' })
    const [charge] = (await stripe.charges.list()).data
    const refund = { charge: String(charge?.id) }
    await stripe.refunds.create({ ...refund, amount: 200 })
    await stripe.refunds.create({ ...refund, amount: 300 })
    await expect(stripe.refunds.create({ ...refund, amount: 1 })).rejects.toThrow(/greater than/)
    expect((await stripe.refunds.list(refund)).data.map(({ amount }) => amount)).toEqual([300, 200])
    expect(standIn.sums()).toMatchObject({ capturedCents: 500, refundedCents: 500 })
  })

  test('finds a payment by its intent, and nothing by another', async () => {
    for (const number of ['4242424242424242', '4000000000000077']) {
      const { id } = await stripe.checkout.sessions.create(draft)
      await fillIn(id, { number })
    }
    const [processing, succeeded] = (await stripe.paymentIntents.list()).data
    const paid = { payment_intent: String(succeeded?.id) }
    expect((await stripe.charges.list(paid)).data).toMatchObject([paid])
    expect((await stripe.checkout.sessions.list(paid)).data).toMatchObject([paid])
    expect(processing?.status).toBe('processing')
    const unpaid = { payment_intent: String(processing?.id) }
    expect((await stripe.charges.list(unpaid)).data).toEqual([])
    for (const list of [stripe.charges, stripe.refunds, stripe.disputes]) {
      await expect(list.list({ payment_intent: 'pi_none' })).rejects.toMatchObject({
        statusCode: 404,
        code: 'resource_missing',
        message: "No such payment_intent: 'pi_none'",
      })
    }
    expect((await stripe.checkout.sessions.list({ payment_intent: 'pi_none' })).data).toEqual([])
  })

  test('pages through its events', async () => {
    for (let count = 0; count < 3; count += 1) {
      const { id } = await stripe.checkout.sessions.create(draft)
      await stripe.checkout.sessions.expire(id)
    }
    const seen: string[] = []
    for await (const event of stripe.events.list({ limit: 2 })) seen.push(event.id)
    expect(new Set(seen).size).toBe(3)
  })
})

test('an event carries a signature that the SDK accepts, and refuses over another body', async () => {
  const { id } = await stripe.checkout.sessions.create(draft)
  await stripe.checkout.sessions.expire(id)
  const [delivery] = deliveries
  if (delivery === undefined) throw new Error('No event was sent.')
  const signature = standIn.sign(delivery)['stripe-signature'] ?? ''
  const event = stripe.webhooks.constructEvent(delivery.body, signature, WEBHOOK_SECRET)
  expect(event).toMatchObject({ type: 'checkout.session.expired', data: { object: { id } } })
  expect(() =>
    stripe.webhooks.constructEvent(`${delivery.body} `, signature, WEBHOOK_SECRET),
  ).toThrow('No signatures found')
})

test('what was kept at a stop is there after the next start', async () => {
  const { id } = await stripe.checkout.sessions.create(draft)
  const kept = JSON.parse(JSON.stringify(standIn.snapshot())) as unknown
  standIn.account.state.sessions.clear()
  standIn.restore(kept)
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' })
})
