import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  awaitLookUps,
  emptyPayloads,
  findDueEvents,
  finishEvents,
  parkEvents,
  storeEvents,
  type WebhookEventRow,
} from '#server/features/webhooks/store.ts'
import { requireInstallationId } from '#server/infra/database/installation.ts'
import type { Database } from '#server/infra/database/database.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

const ROW: Omit<WebhookEventRow, 'id' | 'needs_look_up' | 'bears_mark'> = {
  provider: 'stripe',
  event_id: 'evt_1',
  type: 'refund.created',
  payment_ref: null,
  capture_id: 'ch_1',
  object_id: null,
  object_part: null,
  other_captures: null,
  payload: '{"name":"Ada"}',
  received_at: 1,
  attempts: 0,
  next_attempt_at: 1,
  handled_at: null,
  parked_at: null,
  outcome: null,
  declined_checkout_id: null,
  declined_at: null,
}

describe.each(DATABASES)('events on $name', ({ open, openTwice }) => {
  let database: Database

  beforeEach(async () => {
    database = await open()
  })

  afterEach(() => database.close())

  async function storeMany(count: number): Promise<number[]> {
    for (let n = 1; n <= count; n += 1) {
      await database.write(storeEvents, { ...ROW, event_id: `evt_${n}` })
    }
    const rows = await database.reader.selectFrom('webhook_events').select('id').execute()
    return rows.map(({ id }) => id).toSorted((a, b) => a - b)
  }

  async function findKept(): Promise<string[]> {
    const rows = await database.reader
      .selectFrom('webhook_events')
      .select(['event_id', 'payload'])
      .orderBy('id')
      .execute()
    return rows.filter(({ payload }) => payload !== '').map(({ event_id }) => event_id)
  }

  test('that are done for long are emptied, in batches; what waits or is put aside is kept', async () => {
    const [a = 0, b = 0, c = 0, d = 0] = await storeMany(5)
    await database.write(finishEvents, { ids: [a, b], outcome: 'paid', at: 10 })
    await database.write(finishEvents, { ids: [c], outcome: 'paid', at: 20 })
    await database.write(parkEvents, { ids: [d], outcome: 'unknown payment', at: 10 })
    expect(await database.write(emptyPayloads, { before: 20, limit: 1 })).toBe(1)
    expect(await findKept()).toHaveLength(4)
    expect(await database.write(emptyPayloads, { before: 20, limit: 5 })).toBe(1)
    expect(await database.write(emptyPayloads, { before: 20, limit: 5 })).toBe(0)
    expect(await findKept()).toEqual(['evt_3', 'evt_4', 'evt_5'])
  })

  test('of other software are emptied when that is known', async () => {
    const ids = await storeMany(2)
    await database.write(finishEvents, { ids: ids.slice(0, 1), outcome: 'foreign', at: 10 })
    expect(await findKept()).toEqual(['evt_2'])
  })

  test('that wait for a look-up wait apart from the others', async () => {
    const [first = 0] = await storeMany(2)
    await database.write(awaitLookUps, [first])
    const due = { now: 5, limit: 10 }
    const find = async (wanted: Parameters<typeof findDueEvents>[1]) =>
      (await findDueEvents(database.reader, wanted)).map(({ event_id }) => event_id)
    expect(await find(due)).toEqual(['evt_2'])
    expect(await find({ ...due, lookUpsOf: 'stripe' })).toEqual(['evt_1'])
    expect(await find({ ...due, lookUpsOf: 'paypal' })).toEqual([])
  })

  test('are of one installation on all of its nodes', async () => {
    const [one, other] = await openTwice()
    const id = await requireInstallationId(one.reader)
    expect(id).toMatch(/^[\da-f]{24}$/)
    expect(await requireInstallationId(other.reader)).toBe(id)
    await one.close()
    if (other !== one) await other.close()
  })
})
