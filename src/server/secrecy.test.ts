import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ownDonationSchema } from '#contract/checkouts.ts'
import { publicConfigSchema } from '#contract/config.ts'
import { donationSchema, donationsPageSchema } from '#contract/donations.ts'
import {
  leaderboardEntrySchema,
  leaderboardPageSchema,
  rankQuoteSchema,
} from '#contract/leaderboard.ts'
import { openTestApp, PASSWORD, type TestApp, type TestDonor } from '#tests/helpers/app/app.ts'
import { openViewer, type LiveViewer } from '#tests/helpers/live/live-viewer.ts'
import { LONG_TIMEOUT } from '#tests/helpers/vitest/long-timeout.ts'
import { KEYS } from '#tests/helpers/providers/payment-providers.ts'
import { openTestSandbox, type TestSandbox } from '#tests/helpers/providers/payment-sandbox.ts'

const EMAIL = 'canary@donor.example'
const AUTH_SECRET = 'canary_of_the_sessions_secret_0123456789'

let payments: TestSandbox
let server: TestApp
let donor: TestDonor
let viewer: LiveViewer

/** A whole life of the product: accounts, failures, payments of both kinds, webhooks, a logout. */
beforeAll(async () => {
  payments = await openTestSandbox()
  server = await openTestApp({ payments, authSecret: AUTH_SECRET })
  const origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
  viewer = await openViewer(`${origin}/api/leaderboard/live`)
  donor = await server.signUp(EMAIL)
  await failToLogIn()
  await donateByCard()
  await donateByWallet()
  await failToPay()
  await vi.waitUntil(() => viewer.board().length === 2, LONG_TIMEOUT)
  const visitor = await server.signUp()
  await visitor.call({ method: 'POST', url: '/api/auth/sign-out', payload: {} })
})

afterAll(async () => {
  viewer.leave()
  await server.close()
  await payments.close()
})

async function failToLogIn(): Promise<void> {
  for (const password of ['canary_of_a_wrong_password', '']) {
    const payload = { email: EMAIL, password }
    await server.call({ method: 'POST', url: '/api/auth/sign-in/email', payload })
  }
}

async function donateByCard(): Promise<void> {
  const payload = { amountCents: 700 }
  const begun = await donor.call({ method: 'POST', url: '/api/create-checkout-session', payload })
  const { id, url } = begun.json<{ id: string; url: string }>()
  await payments.payers.stripe.pay(id, url)
  const event = { provider: 'stripe', type: 'session.completed', body: id } as const
  const { body, headers } = await payments.requireWebhook(event)
  await server.call({ method: 'POST', url: '/api/webhooks/stripe', payload: body, headers })
  await donor.call({ url: `/api/checkouts/${id}` })
}

async function donateByWallet(): Promise<void> {
  const payload = { amountCents: 900 }
  const begun = await donor.call({ method: 'POST', url: '/api/paypal/orders', payload })
  const { id } = begun.json<{ id: string }>()
  await payments.payers.paypal.pay(id, null)
  await donor.call({ method: 'POST', url: `/api/paypal/orders/${id}/capture` })
  const event = { provider: 'paypal', type: 'completed', body: id } as const
  const { body, headers } = await payments.requireWebhook(event)
  await server.call({ method: 'POST', url: '/api/webhooks/paypal', payload: body, headers })
}

async function failToPay(): Promise<void> {
  const headers = { 'stripe-signature': 't=1,v1=canary_of_a_signature' }
  const payload = '{"canary":true}'
  await server.call({ method: 'POST', url: '/api/webhooks/stripe', payload, headers })
  for (const provider of ['stripe', 'paypal']) {
    await payments.control('/faults', { provider, fault: '429', times: 1 })
  }
  for (const url of ['/api/create-checkout-session', '/api/paypal/orders']) {
    await donor.call({ method: 'POST', url, payload: { amountCents: 500 } })
  }
  await payments.control('/faults/clear', {})
}

const secrets = () => [
  EMAIL,
  '@donor.example',
  '@example.com',
  'Lovelace',
  PASSWORD,
  'canary',
  AUTH_SECRET,
  KEYS.stripe.secretKey,
  KEYS.stripe.webhookSecret,
  KEYS.paypal.clientSecret,
  donor.cookie.split('=')[1] ?? '',
  '4242424242424242',
]

function expectNoSecret(text: string): void {
  for (const secret of secrets()) expect(text).not.toContain(secret)
}

test('the flow above was a whole one', async () => {
  const { entries } = leaderboardPageSchema.parse(
    (await server.call({ url: '/api/leaderboard' })).json(),
  )
  expect(entries.map(({ name, amountCents }) => [name, amountCents])).toEqual([
    ['Ada', 900],
    ['Ada', 700],
  ])
  expect(server.log()).toContain('/api/webhooks/stripe')
})

describe('what anybody may read', () => {
  test.each([
    ['/api/config', publicConfigSchema.strict()],
    [
      '/api/leaderboard',
      leaderboardPageSchema.extend({ entries: leaderboardEntrySchema.strict().array() }),
    ],
    ['/api/leaderboard/rank?amountCents=800', rankQuoteSchema.strict()],
  ])('%s has the fields of its contract and no other', async (url, schema) => {
    const { body } = await server.call({ url })
    expect(() => schema.parse(JSON.parse(body))).not.toThrow()
    expectNoSecret(body)
  })

  test('the configuration names each of its fields', async () => {
    const config = (await server.call({ url: '/api/config' })).json<Record<string, object>>()
    expect(Object.keys(config).toSorted()).toEqual([
      'currency',
      'disclaimer',
      'limits',
      'payments',
      'paypal',
      'stripe',
      'version',
    ])
    expect(Object.keys(config['paypal'] ?? {})).toEqual(['clientId', 'scriptBase'])
  })

  test('donations have an id, a name, an amount and a time', async () => {
    const { body } = await server.call({ url: '/api/donations' })
    const page = donationsPageSchema.extend({ donations: donationSchema.strict().array() }).strict()
    expect(page.parse(JSON.parse(body)).donations).toHaveLength(2)
    expectNoSecret(body)
  })

  test('the description of the API and its page say nothing of this installation', async () => {
    for (const url of ['/api/openapi.json', '/api/docs']) {
      const { body, statusCode } = await server.call({ url })
      expect(statusCode).toBe(200)
      expectNoSecret(body)
    }
  })

  test('the live stream says no more than the board', () => {
    for (const { event, data } of viewer.events) {
      const rows = event === 'snapshot' ? data.entries : data.upserts
      for (const row of rows) expect(() => leaderboardEntrySchema.strict().parse(row)).not.toThrow()
    }
    expectNoSecret(JSON.stringify(viewer.events))
  })
})

test('the log of all this has no address, no password, no session and no key', () => {
  expect(server.log().split('\n').length).toBeGreaterThan(20)
  expectNoSecret(server.log())
})

test('every line of the log is an object of its own', () => {
  for (const line of server.log().trim().split('\n')) {
    expect(() => void JSON.parse(line)).not.toThrow()
  }
})

test("answers about one's own payment are kept by no cache, and have no other field", async () => {
  const payload = { amountCents: 500 }
  const session = await donor.call({ method: 'POST', url: '/api/create-checkout-session', payload })
  expect(Object.keys(session.json())).toEqual(['id', 'url'])
  const order = await donor.call({ method: 'POST', url: '/api/paypal/orders', payload })
  expect(Object.keys(order.json())).toEqual(['id'])
  const { id } = session.json<{ id: string }>()
  const view = await donor.call({ url: `/api/checkouts/${id}` })
  expect(Object.keys(view.json()).toSorted()).toEqual([
    'amountCents',
    'donation',
    'id',
    'provider',
    'state',
  ])
  const own = await donor.call({ url: '/api/donations/own' })
  expect(() =>
    z.strictObject({ donations: ownDonationSchema.strict().array() }).parse(own.json()),
  ).not.toThrow()
  for (const answer of [session, order, view, own]) {
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
  }
})
