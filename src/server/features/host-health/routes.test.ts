import { afterEach, beforeEach, expect, test } from 'vitest'
import type { HostHealth } from '#contract/host/health.ts'
import type { HostProviders } from '#contract/host/providers.ts'
import { expectError, openTestApp, type TestApp } from '#tests/helpers/app/app.ts'

const SECRET = 'sk_test_whole_secret_1234'

let server: TestApp

beforeEach(async () => {
  server = await openTestApp({
    maskedKeys: { stripe: [{ variable: 'STRIPE_SECRET_KEY', ending: SECRET.slice(-4) }] },
  })
})

afterEach(() => server.close())

test('a host reads the state of everything, each with a sentence', async () => {
  const host = await server.signUpHost()
  const answer = await host.call({ url: '/api/host/health' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  const { checks } = answer.json<HostHealth>()
  for (const { sentence } of checks) expect(sentence).not.toBe('')
  expect(checks.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['inbox', 'reconciling', 'mail', 'disk', 'backup']),
  )
  expect(checks.find(({ id }) => id === 'disk')?.state).not.toBe('unknown')
})

test('a host reads how each provider is connected, and no key', async () => {
  const host = await server.signUpHost()
  const answer = await host.call({ url: '/api/host/providers' })
  expect(answer.statusCode).toBe(200)
  expect(answer.body).not.toContain(SECRET)
  const { providers } = answer.json<HostProviders>()
  const stripe = providers.find(({ provider }) => provider === 'stripe')
  expect(stripe?.keys).toEqual([{ variable: 'STRIPE_SECRET_KEY', ending: '1234' }])
  expect(stripe?.setup.join(' ')).toContain('http://localhost:3000/api/webhooks/stripe')
})

test('a provider that nobody knows cannot be tested', async () => {
  const host = await server.signUpHost()
  const answer = await host.call({
    method: 'POST',
    url: '/api/host/providers/ripoff/test',
    payload: {},
  })
  expectError(answer, 400, 'invalid-argument')
})

test.each(['/api/host/health', '/api/host/providers'])('%s is for hosts alone', async (url) => {
  expectError(await server.call({ url }), 401, 'unauthenticated')
  const donor = await server.signUp()
  expectError(await donor.call({ url }), 403, 'permission-denied')
})
