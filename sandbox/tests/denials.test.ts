import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { KEYS, TestShop } from './test-shop.ts'

let shop: TestShop

beforeEach(async () => {
  shop = new TestShop()
  await shop.open()
})

afterEach(() => shop.close())

const tokenSchema = z.object({ access_token: z.string() })

async function ask(url: string, authorization: string, init: RequestInit = {}) {
  const answer = await fetch(url, { ...init, headers: { authorization } })
  return {
    status: answer.status,
    body: z.record(z.string(), z.unknown()).parse(await answer.json()),
  }
}

const askStripe = (path: string) => ask(`${shop.url}${path}`, `Bearer ${KEYS.stripe.secretKey}`)

function askForToken() {
  const { clientId, clientSecret } = KEYS.paypal
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  return ask(`${shop.url}/_sandbox/paypal/v1/oauth2/token`, `Basic ${credentials}`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
}

const deny = (provider: 'stripe' | 'paypal', fault: '401' | '403', path?: string) =>
  shop.requireControl('/faults', { provider, fault, path, times: 'always' })

test('a Stripe key without a permission is told which one, until it has it', async () => {
  await deny('stripe', '403', '/v1/disputes')
  for (let times = 0; times < 2; times += 1) {
    const { status, body } = await askStripe('/v1/disputes?limit=1')
    expect(status).toBe(403)
    expect(body).toEqual({
      error: {
        type: 'invalid_request_error',
        message: expect.stringMatching(
          /^The provided key 'rk_test_\*+test_x' does not have the required permissions for this endpoint on account 'acct_\w+'\. Having the 'rak_dispute_read' permission would allow this request to continue\.$/,
        ),
      },
    })
  }
  expect((await askStripe('/v1/refunds')).status).toBe(200)
  await shop.requireControl('/faults/clear', {})
  expect((await askStripe('/v1/disputes')).status).toBe(200)
})

test('a Stripe key that is not taken is told so everywhere', async () => {
  await deny('stripe', '401')
  for (const path of ['/v1/events', '/v1/account', '/v1/checkout/sessions']) {
    expect(await askStripe(path)).toEqual({
      status: 401,
      body: {
        error: {
          type: 'invalid_request_error',
          message: expect.stringContaining('Invalid API Key provided: sk_test_*'),
        },
      },
    })
  }
})

test('a PayPal app without a permission is told so in the words of its API', async () => {
  const token = tokenSchema.parse((await askForToken()).body).access_token
  await deny('paypal', '403', '/v1/customer/disputes')
  const base = `${shop.url}/_sandbox/paypal`
  const denied = await ask(`${base}/v1/customer/disputes`, `Bearer ${token}`)
  expect(denied).toMatchObject({
    status: 403,
    body: { name: 'NOT_AUTHORIZED', details: [{ issue: 'PERMISSION_DENIED' }] },
  })
  const events = await ask(`${base}/v1/notifications/webhooks-events`, `Bearer ${token}`)
  expect(events.status).toBe(200)
})

test('a PayPal app whose secret is not taken gets no token, in the words of OAuth', async () => {
  await deny('paypal', '401')
  expect(await askForToken()).toEqual({
    status: 401,
    body: { error: 'invalid_client', error_description: 'Client Authentication failed' },
  })
})

test('a fault for one call comes before one that holds', async () => {
  await deny('stripe', '401')
  await shop.requireControl('/faults', { provider: 'stripe', fault: '500' })
  expect((await askStripe('/v1/events')).status).toBe(500)
  expect((await askStripe('/v1/events')).status).toBe(401)
})
