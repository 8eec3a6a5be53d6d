import { hostname } from 'node:os'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestSqlite, type TestDatabase } from '#tests/helpers/databases/database.ts'
import { createConcerns, type Concerns } from '#server/features/concerns/concerns.ts'
import type { ProviderReport } from '#server/features/provider-health/provider-health.ts'
import { noteWaiting } from './waiting.ts'

let database: TestDatabase
let concerns: Concerns
let now: number

const MINUTE_MS = 60_000

beforeEach(async () => {
  database = await openTestSqlite()
  now = Date.now()
  concerns = createConcerns({
    database,
    clock: () => (now += 1),
    logger: pino({ level: 'silent' }),
  })
})

afterEach(() => database.close())

const DENIED = 'Stripe: the key may not read Disputes; give it "Disputes: read".'
const BEHIND = "The server's clock is 600 seconds behind Stripe's."
const BEHIND_HERE = `On ${hostname()}: ${BEHIND}`

/** Updates the concerns for a provider's report, while nothing waits in the database. */
async function note(reported: ProviderReport['problems']) {
  const reports = [
    { provider: 'stripe' as const, probes: [], clockOffsetMs: 600_000, problems: reported },
  ]
  await noteWaiting({
    concerns,
    checkouts: {
      findInReview: async () => [],
      findDuplicates: async () => [],
      countPaidElsewhere: async () => [],
      recognise: async () => undefined,
    },
    inbox: { findParked: async () => [], findWaiting: async () => [] },
    clock: Date.now,
    health: { reports: () => reports },
  })
  return (await concerns.list()).map(({ kind, message, provider }) => [kind, message, provider])
}

test('what our keys may not do, and a wrong clock, are concerns until they are mended', async () => {
  const denied = { kind: 'key_denied', sentence: DENIED } as const
  const behind = { kind: 'clock_offset', sentence: BEHIND } as const
  expect(await note([denied, behind])).toEqual([
    ['permission_missing', DENIED, 'stripe'],
    ['clock_offset', BEHIND_HERE, 'stripe'],
  ])
  expect(await note([behind])).toEqual([['clock_offset', BEHIND_HERE, 'stripe']])
  expect(await note([])).toEqual([])
})

test("a node whose clock is right leaves another node's wrong one a concern", async () => {
  const message = `On another: ${BEHIND}`
  const subject = 'another:stripe'
  await concerns.raise({ kind: 'clock_offset', subject, message, provider: 'stripe' })
  await note([{ kind: 'clock_offset', sentence: BEHIND }])
  expect(await note([])).toEqual([['clock_offset', message, 'stripe']])
})

test('a concern about the clock of a machine that has not told of it for an hour ends', async () => {
  const message = `On another: ${BEHIND}`
  const problem = { kind: 'clock_offset', message, provider: 'stripe' } as const
  await concerns.raise({ ...problem, subject: 'another:stripe' })
  now += 59 * MINUTE_MS
  await concerns.raise({ ...problem, subject: 'a third:stripe' })
  expect(await note([])).toHaveLength(2)
  now += 2 * MINUTE_MS
  expect(await note([])).toHaveLength(1)
  expect((await concerns.listEnded()).map(({ subject }) => subject)).toEqual(['another:stripe'])
})

test('a concern of the version that had one for all nodes ends', async () => {
  await concerns.raise({ kind: 'clock_offset', subject: 'stripe', message: BEHIND })
  const [left] = await note([{ kind: 'clock_offset', sentence: BEHIND }])
  expect(left).toEqual(['clock_offset', BEHIND_HERE, 'stripe'])
  expect(await concerns.list()).toHaveLength(1)
})
