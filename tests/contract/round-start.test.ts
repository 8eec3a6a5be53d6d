import { afterEach, beforeEach, expect, test } from 'vitest'
import { hostRoundsSchema } from '#contract/host/rounds.ts'
import { roundDetailsSchema } from '#contract/rounds.ts'
import { openTestApp, type TestApp } from '../helpers/app/app.ts'
import { beginAndPay } from '../helpers/app/checkouts.ts'
import { give } from '../helpers/app/gifts.ts'
import { openTestSqlite, type TestDatabase } from '../helpers/databases/database.ts'
import { openTestSandbox, type TestSandbox } from '../helpers/providers/payment-sandbox.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

let aheadMs = 0
const clock = () => Date.now() + aheadMs

let payments: TestSandbox
let database: TestDatabase

beforeEach(async () => {
  aheadMs = 0
  payments = await openTestSandbox({ clock })
  database = await openTestSqlite()
})

afterEach(async () => {
  await payments.close()
  await database.close()
})

async function readRound(server: TestApp, id: string) {
  const answer = await server.call({ url: `/api/rounds/${id}` })
  return roundDetailsSchema.parse(answer.json())
}

test('a server that starts after the end asks first what was paid in the last minute', async () => {
  const before = await openTestApp({ database, payments, clock })
  const [host, bo, ada] = [await before.signUpHost(), await before.signUp(), await before.signUp()]
  const at = (ms: number) => new Date(clock() + ms).toISOString()
  const request = { name: 'Final hour', startsAt: at(0), endsAt: at(10 * MINUTE), overtimes: 1 }
  const made = await host.call({ method: 'POST', url: '/api/host/rounds', payload: request })
  const id = hostRoundsSchema.parse(made.json()).rounds[0]?.id ?? ''
  aheadMs = MINUTE
  await give(before, bo, { amountCents: 500, name: 'Bo', timestamp: clock() })
  aheadMs = 9 * MINUTE + 30 * SECOND
  await beginAndPay(ada, payments, { provider: 'stripe', amountCents: 700 })
  await before.app.close()

  aheadMs = 10 * MINUTE + 20 * SECOND
  const server = await openTestApp({ database, payments, clock })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const used = async () => (await readRound(server, id)).round.overtime.used
  await expect.poll(used).toBe(1)
  expect((await readRound(server, id)).results).toBeNull()
  aheadMs = 11 * MINUTE + 10 * SECOND
  const results = async () => (await readRound(server, id)).results
  await expect.poll(results).toMatchObject({
    version: 1,
    rows: [{ name: 'Ada', amountCents: 700 }, { name: 'Bo' }],
  })
  await server.app.close()
})

test('a round that ended more than a day before a start gets its results all the same', async () => {
  aheadMs = 0
  const before = await openTestApp({ database, payments, clock })
  const [host, bo] = [await before.signUpHost(), await before.signUp()]
  aheadMs = 30 * MINUTE
  const at = (ms: number) => new Date(clock() + ms).toISOString()
  const request = { name: 'Saturday', startsAt: at(0), endsAt: at(10 * MINUTE), overtimes: 0 }
  const made = await host.call({ method: 'POST', url: '/api/host/rounds', payload: request })
  const { rounds } = hostRoundsSchema.parse(made.json())
  const id = rounds.find(({ name }) => name === 'Saturday')?.id ?? ''
  aheadMs += MINUTE
  await give(before, bo, { amountCents: 500, name: 'Bo', timestamp: clock() })
  await before.app.close()

  aheadMs += 26 * 60 * MINUTE
  const server = await openTestApp({ database, payments, clock })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const results = async () => (await readRound(server, id)).results
  await expect.poll(results).toMatchObject({ version: 1, rows: [{ name: 'Bo' }] })
  await server.app.close()
})
