import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectError } from '#tests/helpers/app/app.ts'
import { createMemoryHits } from '#server/infra/hits/memory-hits.ts'
import { installErrorAnswers } from '../errors.ts'
import { installRateLimits } from './rate-limits.ts'

/** The limit, for one client, of the budget that the routes below name. */
const MAX = 60
const WINDOW_MS = 10 * 60_000

let app: FastifyInstance
let now: number

beforeEach(() => {
  now = 1_000_000
  app = Fastify({ genReqId: () => randomUUID() })
  installErrorAnswers(app)
  const limits = installRateLimits(app, createMemoryHits({ clock: () => now }))
  app.get('/one', { config: { budget: 'signUps' } }, async () => 'let in')
  app.get('/other', { config: { budget: 'signUps' } }, async () => 'let in')
  app.get('/free', async () => 'let in')
  app.get<{ Params: { key: string } }>('/keys/:key', async ({ params }) => {
    await limits.spendByKey(params.key, 'signUps')
    return 'let in'
  })
})

afterEach(() => app.close())

const call = (url: string, remoteAddress = '203.0.113.7') => app.inject({ url, remoteAddress })

/** Calls from one address after another, and returns how many calls were allowed. */
async function countLetIn(url: string, addresses: Iterable<string>): Promise<number> {
  let letIn = 0
  for (const address of addresses) {
    if ((await call(url, address)).statusCode === 200) letIn += 1
  }
  return letIn
}

const repeat = (address: string, times: number) => Array.from({ length: times }, () => address)

/** Returns addresses of one IPv6 network, each in its own /64. */
const rotate = (times: number, toAddress: (index: string) => string) =>
  Array.from({ length: times }, (_, index) => toAddress(index.toString(16)))

describe('a budget', () => {
  test('is had by each client for each route that names it', async () => {
    expect(await countLetIn('/one', repeat('203.0.113.7', MAX + 3))).toBe(MAX)
    expect((await call('/other')).statusCode).toBe(200)
    expect((await call('/free')).statusCode).toBe(200)
    expect((await call('/one', '203.0.113.8')).statusCode).toBe(200)
  })

  test('that is spent says how long to wait, in the message and in Retry-After', async () => {
    await countLetIn('/one', repeat('203.0.113.7', MAX))
    const first = await call('/one')
    expect(expectError(first, 429, 'resource-exhausted')).toBe(
      'Too many tries. Please wait 10 minutes and try again.',
    )
    expect(first.headers['retry-after']).toBe('600')
    now += WINDOW_MS - 41_500
    const later = await call('/one')
    expect(expectError(later, 429, 'resource-exhausted')).toBe(
      'Too many tries. Please wait 42 seconds and try again.',
    )
    expect(later.headers['retry-after']).toBe('42')
  })

  test('is whole again when its time has passed', async () => {
    await countLetIn('/one', repeat('203.0.113.7', MAX))
    now += WINDOW_MS
    expect((await call('/one')).statusCode).toBe(200)
  })

  test('is spent by HEAD too', async () => {
    for (let index = 0; index < MAX; index += 1) {
      await app.inject({ method: 'HEAD', url: '/one', remoteAddress: '203.0.113.7' })
    }
    expect((await call('/one')).statusCode).toBe(429)
  })

  test('of somebody who is known otherwise has nothing to do with their address', async () => {
    const addresses = Array.from({ length: MAX + 3 }, (_, index) => `203.0.113.${index}`)
    expect(await countLetIn('/keys/ada', addresses)).toBe(MAX)
    expect((await call('/keys/grace')).statusCode).toBe(200)
  })
})

describe('a client with many IPv6 networks', () => {
  test('has three budgets, when it goes through the /64 networks of a /56', async () => {
    const addresses = rotate(256, (index) => `2001:db8:1:${index.padStart(2, '0')}::1`)
    expect(await countLetIn('/one', addresses)).toBe(3 * MAX)
    expect((await call('/one', '2001:db8:1:100::1')).statusCode).toBe(200)
  })

  test('has eight budgets, when it goes through the /56 networks of a /48', async () => {
    const addresses = rotate(256, (index) => `2001:db8:1:${index}00::1`)
    expect(await countLetIn('/one', [...addresses, ...addresses, ...addresses])).toBe(8 * MAX)
    expect((await call('/one', '2001:db8:1:ffff::1')).statusCode).toBe(429)
    expect((await call('/one', '2001:db8:2:ffff::1')).statusCode).toBe(200)
  })

  test('that was refused in one /64 leaves the budget of its neighbours', async () => {
    await countLetIn('/one', repeat('2001:db8:1:1::1', 10 * MAX))
    expect(await countLetIn('/one', repeat('2001:db8:1:2::1', MAX))).toBe(MAX)
  })
})
