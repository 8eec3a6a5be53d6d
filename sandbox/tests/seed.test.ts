import Fastify from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createSandbox } from '../main.ts'
import { PREFIX, type SigningKey } from '../options.ts'
import { createSigningKey } from '../paypal/signing/signing.ts'

const SHOP = 'http://shop.test'

let signingKey: SigningKey

beforeAll(() => {
  signingKey = createSigningKey()
})

/** Returns everything that the shop received, in order. */
async function run(seed: number): Promise<string[]> {
  const sent: string[] = []
  let now = Date.UTC(2027, 0, 15)
  const sandbox = createSandbox({
    publicUrl: SHOP,
    stripe: { secretKey: 'sk_test_x', webhookSecret: 'whsec_x', webhookUrl: `${SHOP}/stripe` },
    paypal: {
      clientId: 'client',
      clientSecret: 'secret',
      webhookId: 'WH-1',
      webhookUrl: `${SHOP}/paypal`,
      signingKey,
    },
    clock: () => now,
    seed,
    fetch: async (_url, init) => {
      sent.push(JSON.stringify([[...new Headers(init?.headers)], init?.body]))
      return new Response('')
    },
  })
  const app = Fastify()
  await app.register(sandbox.stripeApi)
  await app.register(sandbox.routes, { prefix: PREFIX })

  const post: Post = async (url, body, authorization) => {
    const type = body.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded'
    const headers = { 'content-type': type, ...(authorization && { authorization }) }
    const answer = await app.inject({ method: 'POST', url, headers, payload: body })
    return answer.body
  }
  await post(`${PREFIX}/control/webhook-faults`, '{"drop":0.3,"reorder":true}')
  for (let count = 0; count < 5; count += 1) {
    await payByCard(post)
    await approveOrder(post)
    now += 1_000
  }
  sandbox.tick()
  await sandbox.idle()
  await sandbox.close()
  await app.close()
  return sent
}

type Post = (url: string, body: string, authorization?: string) => Promise<string>

const createdSchema = z.object({ id: z.string() })

const SESSION = new URLSearchParams({
  mode: 'payment',
  success_url: `${SHOP}/`,
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'usd',
  'line_items[0][price_data][unit_amount]': '500',
  'line_items[0][price_data][product_data][name]': 'Donation',
})

async function payByCard(post: Post): Promise<void> {
  const created = await post('/v1/checkout/sessions', SESSION.toString(), 'Bearer sk_test_x')
  const { id } = createdSchema.parse(JSON.parse(created))
  const card = new URLSearchParams({
    email: 'a@b.example',
    name: 'Ada',
    number: '4242424242424242',
  })
  await post(`${PREFIX}/stripe/checkout/${id}`, card.toString())
}

const ORDER = JSON.stringify({
  intent: 'CAPTURE',
  purchase_units: [{ amount: { currency_code: 'USD', value: '5.00' } }],
})

async function approveOrder(post: Post): Promise<void> {
  const base = `${PREFIX}/paypal`
  const basic = `Basic ${btoa('client:secret')}`
  const granted = await post(`${base}/v1/oauth2/token`, 'grant_type=client_credentials', basic)
  const { access_token } = z.object({ access_token: z.string() }).parse(JSON.parse(granted))
  const created = await post(`${base}/v2/checkout/orders`, ORDER, `Bearer ${access_token}`)
  const { id } = createdSchema.parse(JSON.parse(created))
  await post(`${base}/approve?token=${id}`, 'given_name=Ada&surname=Lovelace&action=pay')
}

test('what happens under one seed happens again, to the byte, and otherwise under another', async () => {
  const first = await run(7)
  expect(first.join(' ')).toContain('CHECKOUT.ORDER.APPROVED')
  expect(first.join(' ')).toContain('checkout.session.completed')
  expect(await run(7)).toEqual(first)
  expect(await run(8)).not.toEqual(first)
})
