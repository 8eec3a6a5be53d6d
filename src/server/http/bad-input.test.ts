import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  expectError,
  openTestApp,
  type TestResponse,
  type TestApp,
  type TestDonor,
} from '#tests/helpers/app/app.ts'

const BEGINNINGS = ['/api/paypal/orders', '/api/create-checkout-session']

let server: TestApp
let donor: TestDonor
let before: Record<string, number>

beforeAll(async () => {
  server = await openTestApp()
  donor = await server.signUp()
  before = await server.countRows()
})

afterAll(() => server.close())

let caller = 0

/** Each from another address, so that no limit answers in place of the rule. */
function post(url: string, payload: string, type = 'application/json'): Promise<TestResponse> {
  caller += 1
  return donor.call({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': type },
    remoteAddress: `10.0.0.${caller % 250}`,
  })
}

describe.each(BEGINNINGS)('an amount at %s', (url) => {
  test.each([
    ['-1', 'The smallest donation is $1.00.'],
    ['-0', 'The smallest donation is $1.00.'],
    ['0', 'The smallest donation is $1.00.'],
    ['99', 'The smallest donation is $1.00.'],
    ['1e9', 'The largest donation is $999,999.99.'],
    ['1000001', 'The largest donation is $10,000.00.'],
    ['0.001', 'The amount must be a whole number of cents.'],
    ['500.5', 'The amount must be a whole number of cents.'],
    ['9007199254740992', 'The amount must be a whole number of cents.'],
    ['1e400', 'The amount must be a whole number of cents.'],
    ['"500"', 'The amount must be a whole number of cents.'],
    ['"1,50"', 'The amount must be a whole number of cents.'],
    ['"NaN"', 'The amount must be a whole number of cents.'],
    ['[5]', 'The amount must be a whole number of cents.'],
    ['{}', 'The amount must be a whole number of cents.'],
    ['true', 'The amount must be a whole number of cents.'],
    ['null', 'The amount must be a whole number of cents.'],
    ['NaN', 'The request is not valid JSON.'],
    ['0x10', 'The request is not valid JSON.'],
  ])('of %s is refused', async (amount, message) => {
    const answer = await post(url, `{"amountCents":${amount}}`)
    expect(expectError(answer, 400, 'invalid-argument')).toBe(message)
  })
})

test('an order says its amount', async () => {
  for (const body of ['', 'null', '{}', '{"amount":500}', '{"amount_cents":500}']) {
    const answer = await post('/api/paypal/orders', body)
    expectError(answer, 400, 'invalid-argument')
  }
})

describe.each(BEGINNINGS)('a body at %s', (url) => {
  test.each(['{', '[]', '"500"', '5', 'true', '{"amountCents":500', '{"amountCents":500}}'])(
    'that is %s is refused',
    async (body) => {
      expectError(await post(url, body), 400, 'invalid-argument')
    },
  )

  test.each([
    '{"amountCents":500,"__proto__":{"isHost":true}}',
    '{"__proto__":{"amountCents":500}}',
    '{"amountCents":500,"constructor":{"prototype":{"isHost":true}}}',
  ])('that reaches for a prototype (%s) is refused', async (body) => {
    expectError(await post(url, body), 400, 'invalid-argument')
    expect({}).not.toHaveProperty('isHost')
  })

  test.each([
    String.raw`{"amountCents":500,"note":"\u0000"}`,
    String.raw`{"amountCents":500,"\u0000":1}`,
    String.raw`{"amountCents":500,"note":["\ud800"]}`,
    String.raw`{"amountCents":500,"note":"\udc00\ud800"}`,
  ])('with text that does not exist (%s) is refused', async (body) => {
    expectError(await post(url, body), 400, 'invalid-argument')
  })

  test('of more than 16 KB is refused as too large', async () => {
    const answer = await post(url, JSON.stringify({ amountCents: 500, note: 'x'.repeat(16_384) }))
    expectError(answer, 413, 'invalid-argument')
  })

  test('nested as deep as it may be is refused, not a crash', async () => {
    expectError(await post(url, '['.repeat(8_000) + ']'.repeat(8_000)), 400, 'invalid-argument')
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'text/json',
  ])('of type %s is refused', async (type) => {
    expectError(await post(url, '{"amountCents":500}', type), 415, 'invalid-argument')
  })
})

test('an account is not made from text that does not exist', async () => {
  for (const name of [String.raw`\u0000`, String.raw`\ud800`]) {
    const body = `{"email":"new@donor.example","password":"a long password","name":"${name}"}`
    expectError(await post('/api/auth/sign-up/email', body), 400, 'invalid-argument')
  }
})

describe('somebody signed in', () => {
  test.each(['unknown', '0', '-1', 'cs_test_1', '00000000-0000-0000-0000-000000000000'])(
    'finds no payment called %s',
    async (id) => {
      expectError(await donor.call({ url: `/api/checkouts/${id}` }), 404, 'not-found')
      const capture = await donor.call({ method: 'POST', url: `/api/paypal/orders/${id}/capture` })
      expectError(capture, 404, 'not-found')
    },
  )

  test.each(['a%00', '..%2f..', 'a%20b', '%27%20or%201=1--', '%F0%9F%92%B8'])(
    'asks in vain for what cannot be an id: %s',
    async (id) => {
      const answer = await donor.call({ url: `/api/checkouts/${id}` })
      expectError(answer, 400, 'invalid-argument')
    },
  )
})

describe('a visitor', () => {
  test.each([
    ['/api/leaderboard?limit=abc', 'The limit must be a number.'],
    ['/api/leaderboard?limit=1&limit=2', 'The limit must be a number.'],
    ['/api/leaderboard?limit=0', 'The limit must be at least 1.'],
    ['/api/leaderboard?limit=501', 'The limit must be at most 500.'],
    ['/api/leaderboard?limit=1.5', 'The limit must be a whole number.'],
    ['/api/donations?limit=-1', 'The limit must be at least 1.'],
    ['/api/leaderboard/rank', 'The amount must be a whole number of cents.'],
    ['/api/leaderboard/rank?amountCents=1e400', 'The amount must be a whole number of cents.'],
    ['/api/leaderboard/rank?amountCents=0', 'The amount must be at least 1 cent.'],
  ])('asking for %s reads what was wrong', async (url, message) => {
    expect(expectError(await server.call({ url }), 400, 'invalid-argument')).toBe(message)
  })

  test.each(['/api/leaderboard?after=%00', '/api/leaderboard?after=x', '/api/donations?before=x'])(
    'asking for %s with no cursor of ours is refused',
    async (url) => {
      expectError(await server.call({ url }), 400, 'invalid-argument')
    },
  )

  test('begins, captures and looks up no payment, and has no donations of their own', async () => {
    const requests = [
      { method: 'POST', url: '/api/paypal/orders', payload: { amountCents: 500 } },
      { method: 'POST', url: '/api/create-checkout-session', payload: { amountCents: 500 } },
      { method: 'POST', url: '/api/paypal/orders/unknown/capture' },
      { method: 'GET', url: '/api/checkouts/unknown' },
      { method: 'GET', url: '/api/checkouts' },
      { method: 'GET', url: '/api/donations/own' },
    ] as const
    for (const request of requests) {
      expectError(await server.call(request), 401, 'unauthenticated')
    }
  })
})

test('whatever was refused above has left nothing behind', async () => {
  expect(await server.countRows()).toEqual(before)
})
