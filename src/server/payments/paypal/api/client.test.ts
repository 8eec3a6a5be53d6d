import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  openHttpDouble,
  type HttpDouble,
  type ReceivedRequest,
  type Reply,
} from '#tests/helpers/network/http-double.ts'
import { MisreadError } from '#server/infra/misread-error.ts'
import { createPaypalClient, PaypalRefusal } from './client.ts'

const ANSWER = z.object({ id: z.string() })
const SECRET = 'a-secret-that-nobody-may-read'

let double: HttpDouble
let now = 0
afterEach(() => double.close())

async function connect(respond: (request: ReceivedRequest, tokens: number) => Reply) {
  let tokens = 0
  now = 0
  double = await openHttpDouble((request) => {
    if (request.path !== '/v1/oauth2/token') return respond(request, tokens)
    tokens += 1
    return { body: { access_token: `token-${tokens}`, expires_in: 600 } }
  })
  return createPaypalClient({
    apiBase: double.url,
    clientId: 'client',
    clientSecret: SECRET,
    clock: () => now,
    fetch,
    timeoutMs: 60_000,
  })
}

const fine = () => ({ body: { id: '1' } })

function count(path: string) {
  return double.requests.filter((request) => request.path === path).length
}

describe('the token', () => {
  test('is fetched once for all who ask at once', async () => {
    const client = await connect(fine)
    await Promise.all(Array.from({ length: 5 }, () => client.get('/order', ANSWER)))
    expect(count('/v1/oauth2/token')).toBe(1)
    expect(double.requests[0]?.headers.authorization).toBe(`Basic ${btoa(`client:${SECRET}`)}`)
  })

  test('is renewed a minute before it ends', async () => {
    const client = await connect(fine)
    await client.get('/order', ANSWER)
    now = 539_000
    await client.get('/order', ANSWER)
    expect(count('/v1/oauth2/token')).toBe(1)
    now = 540_000
    await client.get('/order', ANSWER)
    expect(double.requests.at(-1)?.headers.authorization).toBe('Bearer token-2')
  })

  test('that PayPal no longer takes is renewed once, under the same request id', async () => {
    const client = await connect(({ headers }) =>
      headers.authorization === 'Bearer token-1' ? { status: 401, body: {} } : fine(),
    )
    await client.post('/order', ANSWER, { requestId: 'key', body: {} })
    const orders = double.requests.filter(({ path }) => path === '/order')
    expect(orders.map(({ headers }) => headers['paypal-request-id'])).toEqual(['key', 'key'])
  })

  test('is renewed once for all whom PayPal refuses at once', async () => {
    const client = await connect(({ headers }) =>
      headers.authorization === 'Bearer token-1' ? { status: 401, body: {} } : fine(),
    )
    await Promise.all(Array.from({ length: 5 }, () => client.get('/order', ANSWER)))
    expect(count('/v1/oauth2/token')).toBe(2)
  })

  test('that is refused again is a refusal, not a loop', async () => {
    const client = await connect(() => ({ status: 401, body: { error: 'invalid_token' } }))
    await expect(client.get('/order', ANSWER)).rejects.toMatchObject({
      code: 'unavailable',
      denial: 'key',
    })
    expect(count('/order')).toBe(2)
  })
})

describe('a call', () => {
  test('is repeated under its request id while PayPal fails', async () => {
    const failures: Reply[] = [{ status: 503, body: 'busy' }, 'cut']
    const client = await connect(() => failures.shift() ?? fine())
    await client.post('/order', ANSWER, { requestId: 'key', body: { a: 1 } })
    const orders = double.requests.filter(({ path }) => path === '/order')
    expect(orders).toHaveLength(3)
    expect(new Set(orders.map(({ headers }) => headers['paypal-request-id']))).toEqual(
      new Set(['key']),
    )
  })

  test.each([
    ['a moment', '0', 2],
    ['an hour', '3600', 1],
    ['nobody knows how long', undefined, 1],
    ['a date', 'Thu, 01 Jan 1970 00:00:00 GMT', 1],
  ])('that came too often is repeated once where the wait is short: %s', async (_, wait, calls) => {
    const headers = wait === undefined ? {} : { 'retry-after': wait }
    const client = await connect(() => ({ status: 429, headers, body: { name: 'PROBLEM' } }))
    await expect(client.get('/order', ANSWER)).rejects.toMatchObject({ code: 'unavailable' })
    expect(count('/order')).toBe(calls)
  })

  test('that PayPal refuses tells why', async () => {
    const details = [{ issue: 'INSTRUMENT_DECLINED' }]
    const client = await connect(() => ({ status: 422, body: { name: 'X', details } }))
    const error = await client.get('/order', ANSWER).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(PaypalRefusal)
    expect(error).toMatchObject({ code: 'failed-precondition', issues: ['INSTRUMENT_DECLINED'] })
  })

  test.each([
    [400, 'failed-precondition'],
    [403, 'unavailable'],
    [404, 'not-found'],
    [409, 'unavailable'],
    [429, 'unavailable'],
    [500, 'unavailable'],
  ])('answered with %i fails with %s', async (status, code) => {
    const client = await connect(() => ({ status, body: { name: 'PROBLEM' } }))
    await expect(client.get('/order', ANSWER)).rejects.toMatchObject({ code })
  })

  test.each([400, 403, 404, 422])(
    "answered with %i by anybody else than PayPal's own API says nothing",
    async (status) => {
      const client = await connect(() => ({ status, body: '<html>proxy</html>' }))
      await expect(client.get('/order', ANSWER)).rejects.toMatchObject({ code: 'unavailable' })
    },
  )

  test.each([
    [200, { amount: 'no number' }, true],
    [200, '<html>proxy</html>', true],
    [415, { name: 'PROBLEM' }, true],
    [409, { name: 'PROBLEM' }, false],
    [429, { name: 'PROBLEM' }, false],
    [503, { name: 'PROBLEM' }, false],
    [503, '<html>proxy</html>', false],
  ])('answered with %i %j is an outage unless it was misread', async (status, body, isMisread) => {
    const client = await connect(() => ({ status, body }))
    const error: unknown = await client.get('/order', ANSWER).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'unavailable' })
    expect(error instanceof MisreadError).toBe(isMisread)
  })

  test('is sent nowhere else, wherever PayPal points', async () => {
    const elsewhere = await openHttpDouble(fine)
    const headers = { location: `${elsewhere.url}/order` }
    const client = await connect(() => ({ status: 307, headers, body: '' }))
    const answer = client.get('/order', ANSWER)
    await expect(answer).rejects.toMatchObject({ code: 'unavailable' })
    expect(elsewhere.requests).toHaveLength(0)
    await elsewhere.close()
  })

  test('that fails names no secret', async () => {
    const client = await connect(() => ({ status: 400, body: { name: 'X', details: [] } }))
    const error = await client.get('/order', ANSWER).catch((thrown: unknown) => thrown)
    const shown = inspectDeep(error)
    expect(shown).not.toContain(SECRET)
    expect(shown).not.toContain('token-1')
    expect(shown).not.toContain(btoa(`client:${SECRET}`))
  })
})

function inspectDeep(error: unknown): string {
  return error instanceof Error
    ? `${error.stack} ${JSON.stringify(error)} ${inspectDeep(error.cause)}`
    : String(error)
}
