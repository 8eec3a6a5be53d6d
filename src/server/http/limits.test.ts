import { afterEach, describe, expect, test } from 'vitest'
import {
  expectError,
  openTestApp,
  type TestResponse,
  type TestApp,
  type TestAppOptions,
} from '#tests/helpers/app/app.ts'

let server: TestApp

afterEach(() => server.close())

/** Opens a server whose clock stands still, so that no window ends however slow the machine is. */
async function open(options?: TestAppOptions): Promise<void> {
  const now = Date.now()
  server = await openTestApp({ clock: () => now, ...options })
}

interface Caller {
  remoteAddress?: string
  headers?: Record<string, string>
}

/** Refused for their body, but counted all the same. */
function tryOnce(url: string, caller: Caller = {}): Promise<TestResponse> {
  return server.call({ method: 'POST', url, payload: {}, ...caller })
}

/** Tries `times` times, and returns how often it was allowed. */
async function countLetIn(
  url: string,
  times: number,
  callerOf: (index: number) => Caller,
): Promise<number> {
  let letIn = 0
  for (let index = 0; index < times; index += 1) {
    const { statusCode } = await tryOnce(url, callerOf(index))
    if (statusCode !== 429) letIn += 1
  }
  return letIn
}

const LIMITS = [
  ['/api/auth/sign-in/email', 40, 'in 5 minutes'],
  ['/api/auth/sign-up/email', 60, 'in 10 minutes'],
  ['/api/create-checkout-session', 1_200, 'a minute'],
  ['/api/paypal/orders', 1_200, 'a minute'],
] as const

describe('an address', () => {
  test.each(LIMITS)('may try %s %i times %s, and is told when it may again', async (url, max) => {
    await open()
    expect(await countLetIn(url, max + 2, () => ({}))).toBe(max)
    const refused = await tryOnce(url)
    expect(expectError(refused, 429, 'resource-exhausted')).toMatch(
      /^Too many tries\. Please wait .+ and try again\.$/,
    )
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const other = await tryOnce(url, { remoteAddress: '198.51.100.1' })
    expect(other.statusCode).not.toBe(429)
  })
})

const [signIn, max] = LIMITS[0]

test('many names in X-Forwarded-For are one client where no proxy is trusted', async () => {
  await open()
  const letIn = await countLetIn(signIn, max + 5, (index) => ({
    headers: {
      'x-forwarded-for': `198.51.100.${index}`,
      'x-real-ip': `198.51.100.${index}`,
      forwarded: `for=198.51.100.${index}`,
      'x-royale-client-address': `198.51.100.${index}`,
    },
  }))
  expect(letIn).toBe(max)
})

test('clients behind a trusted proxy are distinguished only by its headers', async () => {
  await open({ trustedProxies: ['10.0.0.0/8'] })
  const proxied = (forwarded: string): Caller => ({
    remoteAddress: '10.0.0.1',
    headers: { 'x-forwarded-for': forwarded },
  })
  const letIn = await countLetIn(signIn, max + 5, (index) =>
    proxied(`192.0.2.${index}, 198.51.100.7`),
  )
  expect(letIn).toBe(max)
  expect((await tryOnce(signIn, proxied('198.51.100.8'))).statusCode).not.toBe(429)
})

test('an IPv6 network of 64 bits is one client', async () => {
  await open()
  const letIn = await countLetIn(signIn, max + 5, (index) => ({
    remoteAddress: `2001:db8:1:2::${index.toString(16)}:${index}`,
  }))
  expect(letIn).toBe(max)
  const neighbour = await tryOnce(signIn, { remoteAddress: '2001:db8:1:3::1' })
  expect(neighbour.statusCode).not.toBe(429)
})

test('guesses from elsewhere do not lock the owner of an account out', async () => {
  await open()
  const { email } = await server.signUp()
  await countLetIn(signIn, max + 5, () => ({ remoteAddress: '198.51.100.66' }))
  const answer = await server.call({
    method: 'POST',
    url: signIn,
    payload: { email, password: 'canary of a password' },
  })
  expect(answer.statusCode).toBe(200)
})

test('a client over the limit can still watch', async () => {
  await open()
  await countLetIn(signIn, max + 5, () => ({}))
  for (const url of ['/api/leaderboard', '/api/donations', '/api/config']) {
    expect((await server.call({ url })).statusCode).toBe(200)
  }
})
