import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestSqlite } from '#tests/helpers/databases/database.ts'
import type { Database } from '#server/infra/database/database.ts'
import { EventRetention } from './retention.ts'
import { storeEvents } from './store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let now: number
let database: Database
let retention: EventRetention
let timers: { at: number; work: () => void }[]

beforeEach(async () => {
  now = 100 * DAY_MS
  timers = []
  database = await openTestSqlite()
  retention = new EventRetention({
    database,
    retentionDays: 30,
    clock: () => now,
    schedule: (work, delayMs) => {
      const timer = { at: now + delayMs, work }
      timers.push(timer)
      return () => void (timers = timers.filter((one) => one !== timer))
    },
    logger: pino({ level: 'silent' }),
  })
})

afterEach(async () => {
  await retention.close()
  await database.close()
})

async function store(event_id: string, handled_at: number): Promise<void> {
  await database.write(storeEvents, {
    provider: 'stripe',
    event_id,
    type: 'any',
    payment_ref: null,
    capture_id: 'ch_1',
    payload: '{"name":"Ada"}',
    received_at: handled_at,
    attempts: 1,
    next_attempt_at: handled_at,
    handled_at,
    parked_at: null,
    outcome: 'paid',
  })
}

async function findKept(): Promise<string[]> {
  const rows = await database.reader
    .selectFrom('webhook_events')
    .select('event_id')
    .where('payload', '<>', '')
    .orderBy('id')
    .execute()
  return rows.map(({ event_id }) => event_id)
}

async function passDay(): Promise<void> {
  const end = now + DAY_MS
  for (;;) {
    const next = timers.toSorted((a, b) => a.at - b.at)[0]
    if (next === undefined || next.at > end) break
    timers = timers.filter((timer) => timer !== next)
    now = next.at
    next.work()
    await retention.idle()
  }
  now = end
}

test('what events said is emptied the day after its time is over, and not before', async () => {
  await store('long ago', now - 31 * DAY_MS)
  await store('lately', now - 29.5 * DAY_MS)
  retention.start()
  await retention.idle()
  expect(await findKept()).toEqual(['lately'])
  await passDay()
  expect(await findKept()).toEqual([])
})

test('more than a batch is emptied at once', async () => {
  for (let n = 0; n < 501; n += 1) await store(`evt_${n}`, 1)
  retention.start()
  await retention.idle()
  expect(await findKept()).toEqual([])
})
