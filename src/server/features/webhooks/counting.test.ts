import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestSqlite } from '#tests/helpers/databases/database.ts'
import type { Database } from '#server/infra/database/database.ts'
import { countUnhandled, selectUnhandled } from './event-reports.ts'
import { finishEvents, parkEvents, storeEvents } from './store.ts'

let database: Database

beforeEach(async () => {
  database = await openTestSqlite()
  for (const event_id of ['evt_1', 'evt_2', 'evt_3', 'evt_4']) await store(event_id)
})

afterEach(() => database.close())

async function store(event_id: string): Promise<void> {
  await database.write(storeEvents, {
    provider: 'stripe',
    event_id,
    type: 'any',
    payment_ref: null,
    capture_id: 'ch_1',
    payload: '{}',
    received_at: 1,
    attempts: 0,
    next_attempt_at: 1,
    handled_at: null,
    parked_at: null,
    outcome: null,
  })
}

test('what waits and what was put aside is counted, and what is done is not', async () => {
  await database.write(finishEvents, { ids: [1], outcome: 'paid', at: 2 })
  await database.write(parkEvents, { ids: [2], outcome: 'unknown payment', at: 2 })
  expect(await countUnhandled(database.reader)).toEqual({ waiting: 2, parked: 1 })
})

test('what one node has done is not put aside by another', async () => {
  await database.write(finishEvents, { ids: [1], outcome: 'paid', at: 2 })
  await database.write(parkEvents, { ids: [1], outcome: 'unknown payment', at: 3 })
  await database.write(parkEvents, { ids: [2], outcome: 'unknown payment', at: 2 })
  await database.write(finishEvents, { ids: [2], outcome: 'paid', at: 3 })
  expect(await countUnhandled(database.reader)).toEqual({ waiting: 2, parked: 0 })
})

test('counting does not walk through all events that ever came', async () => {
  const { sql: text } = selectUnhandled(database.reader).compile()
  const plan = await sql<{ detail: string }>`explain query plan ${sql.raw(text)}`.execute(
    database.reader,
  )
  const scans = plan.rows
    .map(({ detail }) => detail)
    .filter((detail) => /webhook_events/.test(detail))
  expect(scans).toEqual([
    expect.stringContaining('webhook_events_waiting'),
    expect.stringContaining('webhook_events_parked'),
  ])
})
