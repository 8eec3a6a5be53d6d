import { readFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { hostDrillsSchema } from '#contract/host/drills.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { ROUTES } from '#contract/routes.ts'
import { startAppServer, type AppServer } from '#tests/helpers/server/app-server.ts'
import { signUp } from '#tests/helpers/server/donor.ts'
import { control } from '#tests/helpers/server/embedded-sandbox.ts'
import { signUpHost } from '#tests/helpers/server/host.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let server: AppServer
let behindProxy: AppServer

beforeAll(async () => {
  server = await startAppServer()
  behindProxy = await startAppServer({
    PUBLIC_URL: 'https://royale.example',
    TRUSTED_PROXIES: '127.0.0.1',
  })
})

afterAll(async () => {
  await server.stop()
  await behindProxy.stop()
})

interface TestResponse {
  status: number
  headers: Record<string, unknown>
  body: unknown
}

/** Asks on loopback, under any Host, which `fetch` does not let one choose. */
async function ask(
  { port }: AppServer,
  path: string,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers }, resolve).once('error', reject).end()
  })
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: await json(answer),
  }
}

function tokenOf({ dataDir }: AppServer): string {
  const text = readFileSync(join(dataDir, 'secrets.json'), 'utf8')
  return z.object({ operatorToken: z.string() }).parse(JSON.parse(text)).operatorToken
}

const STATE = '/_sandbox/control/state'
const REFUSAL = {
  error: "Control routes are for programs of this machine, or with the operator's token.",
}

describe("the sandbox's control routes", () => {
  test('are for programs of this machine', async () => {
    expect((await ask(server, STATE)).status).toBe(200)
    expect((await ask(server, STATE, { host: `localhost:${server.port}` })).status).toBe(200)
  })

  test.each([
    { host: 'rebound.evil.example' },
    { host: 'royale.example:3000', origin: 'http://royale.example:3000' },
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-real-ip': '203.0.113.9' },
    { forwarded: 'for=203.0.113.9' },
    { via: '1.1 proxy' },
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
  ])('are for nobody else: %o', async (headers) => {
    const { status, body, headers: answered } = await ask(server, STATE, headers)
    expect(status).toBe(403)
    expect(body).toEqual(REFUSAL)
    expect(answered['content-type']).toMatch(/^application\/json/)
  })

  test('open to the token of the operator, and to no other', async () => {
    const remote = { host: 'royale.example', 'x-forwarded-for': '203.0.113.9' }
    const authorization = `Bearer ${tokenOf(server)}`
    expect((await ask(server, STATE, { ...remote, authorization })).status).toBe(200)
    const other = `Bearer ${tokenOf(behindProxy)}`
    expect((await ask(server, STATE, { ...remote, authorization: other })).status).toBe(403)
  })

  test('take the token where there is a proxy, whose requests may look like local ones', async () => {
    expect((await ask(behindProxy, STATE)).body).toEqual(REFUSAL)
    const authorization = `Bearer ${tokenOf(behindProxy)}`
    expect((await ask(behindProxy, STATE, { authorization })).status).toBe(200)
  })
})

describe.each([
  STATE,
  '/_sandbox/control/unknown',
  '/_sandbox/stripe/checkout/none',
  '/_sandbox/paypal/sdk/js',
  '/_sandbox/paypal/v2/checkout/orders/none',
  '/v1/events',
  '/v1/unknown',
  '/_sandbox/unknown',
])('what the sandbox answers at %s', (path) => {
  test('tells the browser what it may do with it', async () => {
    const answer = await fetch(`http://127.0.0.1:${behindProxy.port}${path}`)
    await answer.arrayBuffer()
    const headers = Object.fromEntries(answer.headers)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': expect.stringMatching(/^(no-referrer|strict-origin)/),
      'permissions-policy': expect.stringContaining('camera=()'),
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    })
    expect(headers['content-type']).toMatch(/; charset=utf-8$/i)
  })
})

test('what the providers sell to nobody without a key is refused', async () => {
  for (const path of ['/v1/events', '/v1/checkout/sessions', '/v1/unknown']) {
    expect((await ask(server, path)).status).toBe(401)
  }
  const paypal = '/_sandbox/paypal/v1/notifications/webhooks-events'
  expect((await ask(server, paypal)).status).toBe(401)
})

describe('after the clock was put forward', () => {
  async function expectToPay(): Promise<void> {
    const donor = await signUp(server.url)
    const id = await donor.payByCard(500)
    expect(await donor.fetchCheckout(id)).toMatchObject({ state: 'paid' })
    const authorization = { authorization: `Bearer ${tokenOf(server)}` }
    await expect
      .poll(async () => (await ask(server, STATE, authorization)).body)
      .toMatchObject({ webhooksWaiting: 0 })
  }

  test.each([60 * 60 * 1000, 30 * DAY_MS, 300 * DAY_MS])('by %i ms one can pay', async (ms) => {
    await control(server, '/clock', { advanceMs: ms })
    await expectToPay()
  })

  test('as far as it goes one can pay, and again when it is set back', async () => {
    for (const advanceMs of [Number.MAX_SAFE_INTEGER, 8.64e15, 401 * DAY_MS]) {
      await expect(control(server, '/clock', { advanceMs })).rejects.toThrow(
        /400 .*The clock goes at most 400 days ahead/,
      )
    }
    await control(server, '/clock', { advanceMs: 69 * DAY_MS })
    await expectToPay()
    await control(server, '/clock', { reset: true })
    await expectToPay()
  })
})

test('a drill that a crash ends leaves no fault behind', async () => {
  const host = await signUpHost(server)
  const body = JSON.stringify({ drill: 'lost' })
  const { status } = await host.call(HOST_ROUTES.drills, { method: 'POST', body })
  expect(status).toBe(200)
  const readRun = async () =>
    hostDrillsSchema.parse(await (await host.call(HOST_ROUTES.drills)).json()).run
  await expect.poll(async () => (await readRun())?.paid).toBe(6)
  await server.kill()
  await server.restart()
  expect(await readRun()).toBeNull()
  const id = await host.payByCard(4_200)
  // The host does not come back to the page, so that only a webhook can tell.
  await expect
    .poll(async () => {
      const answer = await host.call(ROUTES.ownDonations)
      return z.object({ donations: z.array(z.unknown()) }).parse(await answer.json()).donations
    })
    .toHaveLength(1)
  expect(await host.fetchCheckout(id)).toMatchObject({ state: 'paid' })
})
