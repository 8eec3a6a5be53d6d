import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFaultRules, installFaults, type Fault } from './faults.ts'

const faults = createFaultRules()

let app: FastifyInstance
let url: string
/** The number of calls that took effect. */
let effects: number

beforeEach(async () => {
  effects = 0
  faults.clear()
  app = Fastify({ forceCloseConnections: true })
  installFaults(app, 'stripe', faults, (kind, reply) => reply.code(Number(kind)).send({ kind }))
  app.post('/v1/refunds', async () => ({ effects: (effects += 1) }))
  url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/v1/refunds`
})

afterEach(() => app.close())

const call = () => fetch(url, { method: 'POST' })
/** Calls what never answers. */
const callBriefly = () => fetch(url, { method: 'POST', signal: AbortSignal.timeout(200) })
const order = (fault: Fault) => faults.add({ provider: 'stripe', fault, times: 1 })

test.each(['500', '429'] as const)('a %s comes in place of the effect, once', async (fault) => {
  order(fault)
  expect((await call()).status).toBe(Number(fault))
  expect(effects).toBe(0)
  expect((await call()).status).toBe(200)
})

test('a time-out never answers, and has no effect later', async () => {
  order('timeout')
  await expect(callBriefly()).rejects.toThrow('timeout')
  await sleep(50)
  expect(effects).toBe(0)
})

test('a silence comes after the effect', async () => {
  order('silent')
  const given = new AbortController()
  const answer = fetch(url, { method: 'POST', signal: given.signal })
  let isAnswered = false
  answer.then(
    () => (isAnswered = true),
    () => undefined,
  )
  await expect.poll(() => effects).toBe(1)
  await sleep(200)
  expect(isAnswered).toBe(false)
  given.abort()
  await expect(answer).rejects.toThrow('aborted')
})

test('a cut comes after the effect', async () => {
  order('cut')
  await expect(call()).rejects.toThrow('fetch failed')
  expect(effects).toBe(1)
})

test('a malformed answer comes after the effect', async () => {
  order('malformed')
  await expect((await call()).json()).rejects.toThrow('JSON')
  expect(effects).toBe(1)
})

test.each([
  ['another provider', { provider: 'paypal' as const }],
  ['another method', { provider: 'stripe' as const, method: 'GET' }],
  ['another path', { provider: 'stripe' as const, path: '/v1/charges' }],
])('a fault of %s does not meet this call', async (_what, where) => {
  faults.add({ ...where, fault: '500', times: 1 })
  expect((await call()).status).toBe(200)
})
