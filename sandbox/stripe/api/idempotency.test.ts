import Fastify, { type FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFaultRules } from '../../faults/faults.ts'
import { createStripe, type StripeStandIn } from '../main.ts'

const SETTINGS = {
  secretKey: 'sk_test_x',
  webhookSecret: 'whsec_x',
  webhookUrl: 'http://shop/hook',
}
const KEY = { idempotencyKey: 'key' }

let app: FastifyInstance
let stripe: Stripe
let standIn: StripeStandIn

beforeEach(() => listen())
afterEach(() => app.close())

async function listen(kept?: unknown) {
  standIn = createStripe(SETTINGS, {
    publicUrl: 'http://shop',
    clock: Date.now,
    hostClock: Date.now,
    random: Math.random,
    faults: createFaultRules(),
    deliver: () => {},
    changed: () => {},
  })
  if (kept !== undefined) standIn.restore(kept)
  app = Fastify({ forceCloseConnections: true })
  await app.register(standIn.api)
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  stripe = new Stripe(SETTINGS.secretKey, {
    host: '127.0.0.1',
    port: Number(port),
    protocol: 'http',
  })
}

function draft(unit_amount: number): Stripe.Checkout.SessionCreateParams {
  const price_data = { currency: 'usd', unit_amount, product_data: { name: 'Donation' } }
  return {
    mode: 'payment',
    line_items: [{ quantity: 1, price_data }],
    success_url: 'http://shop/',
  }
}

const create = (cents: number) => stripe.checkout.sessions.create(draft(cents), KEY)

test('a repeated request is answered as before, and says so', async () => {
  const first = await create(500)
  const again = await create(500)
  expect(again).toEqual(first)
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
})

test('a key that was tried with another request still belongs to its first one', async () => {
  const first = await create(500)
  await expect(create(600)).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
  expect((await create(500)).id).toBe(first.id)
})

test('a request that was refused for its parameters leaves its key free', async () => {
  await expect(create(10)).rejects.toMatchObject({ type: 'StripeInvalidRequestError' })
  expect(await create(500)).toMatchObject({ amount_total: 500 })
})

test('a key outlives a restart, so that a retry after a crash begins nothing twice', async () => {
  const first = await create(500)
  const kept: unknown = JSON.parse(JSON.stringify(standIn.snapshot()))
  await app.close()
  await listen(kept)
  expect((await create(500)).id).toBe(first.id)
  expect(standIn.account.state.sessions.size).toBe(1)
})

test('a key that is too long is refused', async () => {
  const long = stripe.checkout.sessions.create(draft(500), { idempotencyKey: 'k'.repeat(256) })
  await expect(long).rejects.toMatchObject({ type: 'StripeInvalidRequestError' })
})

test('a body that is no form is refused, not a failure', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/checkout/sessions',
    headers: { authorization: `Bearer ${SETTINGS.secretKey}`, 'content-type': 'application/json' },
    payload: '{}',
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
})
