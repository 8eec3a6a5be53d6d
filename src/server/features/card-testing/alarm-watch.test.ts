import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestSqlite, type TestDatabase } from '#tests/helpers/databases/database.ts'
import type { DueWorker } from '#server/infra/due-worker.ts'
import { createAlarmWatch, type HostNotice } from './alarm-watch.ts'
import { noteDeclines } from './declines.ts'
import { ALARM_MS, ALARMING_DECLINES, RETENTION_MS } from './limits.ts'

const MINUTE_MS = 60_000

let database: TestDatabase
let now: number
let told: HostNotice[]
let isMailAway: boolean
let log: string
let watches: DueWorker[]

beforeEach(async () => {
  database = await openTestSqlite()
  now = Date.UTC(2027, 0, 15)
  told = []
  isMailAway = false
  log = ''
  watches = [openWatch(), openWatch()]
})

afterEach(async () => {
  await Promise.all(watches.map((watch) => watch.close()))
  await database.close()
})

function openWatch(): DueWorker {
  const watch = createAlarmWatch({
    database,
    tellHost: async (notice) => {
      if (isMailAway) throw new Error('The mail server is away.')
      told.push(notice)
    },
    clock: () => now,
    // No round starts by itself: a test asks for it.
    schedule: () => () => {},
    logger: pino({}, { write: (line: string) => void (log += line) }),
  })
  watch.start()
  return watch
}

async function round(): Promise<void> {
  for (const watch of watches) watch.wake()
  await Promise.all(watches.map((watch) => watch.idle()))
}

async function raise(): Promise<void> {
  for (let index = 0; index < ALARMING_DECLINES; index += 1) {
    await database.write(noteDeclines, {
      key: `${now} ${index}`,
      checkoutId: 'checkout',
      userId: 'user',
      at: now,
      now,
    })
  }
}

test('one of two nodes tells the host of an episode, once', async () => {
  await raise()
  await round()
  await round()
  expect(told.map(({ key, writtenAt }) => [key, writtenAt])).toEqual([[`card-testing-${now}`, now]])
})

test('declines that go on are the same episode; those after a pause are another', async () => {
  await raise()
  now += ALARM_MS - MINUTE_MS
  await raise()
  await round()
  expect(told).toHaveLength(1)
  now += ALARM_MS
  await raise()
  await round()
  expect(told).toHaveLength(2)
})

test('a message that cannot be sent is sent later, and the log says so meanwhile', async () => {
  isMailAway = true
  await raise()
  await round()
  expect(log).toContain('the host could not be told of card testing yet')
  isMailAway = false
  await round()
  expect(told).toEqual([])
  now += 3 * MINUTE_MS
  await round()
  await round()
  expect(told).toHaveLength(1)
})

test('rows that are two hours old and expired proofs are deleted', async () => {
  await raise()
  const origin = { checkout_id: 'checkout', address_key: 'key', created_at: now }
  await database.autocommit.insertInto('checkout_origins').values(origin).execute()
  const proofs = [
    { id: 'old', expires_at: now },
    { id: 'fresh', expires_at: now + RETENTION_MS + MINUTE_MS },
  ]
  await database.autocommit.insertInto('spent_proofs').values(proofs).execute()
  now += RETENTION_MS + 1
  await round()
  for (const table of ['declines', 'checkout_origins'] as const) {
    expect(await database.reader.selectFrom(table).selectAll().execute()).toEqual([])
  }
  const kept = await database.reader.selectFrom('spent_proofs').select('id').execute()
  expect(kept).toEqual([{ id: 'fresh' }])
})
