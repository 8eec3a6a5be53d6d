import { expect, test } from 'vitest'
import { insertAll } from './insert-rows.ts'
import { DATABASES } from '#tests/helpers/databases/databases.ts'
import { storeEvents } from '#server/features/webhooks/store.ts'

test.each(DATABASES)(
  'more rows than one statement takes are inserted on $name',
  async ({ open }) => {
    const database = await open()
    const ids = Array.from({ length: 6_000 }, (_, index) => `evt_${index}`)
    const areNew = await Promise.all(ids.map((id) => database.write(storeEvents, buildEvent(id))))
    expect(areNew.filter((isNew) => isNew)).toHaveLength(6_000)
    const again = await Promise.all(ids.map((id) => database.write(storeEvents, buildEvent(id))))
    expect(again.filter((isNew) => isNew)).toHaveLength(0)
    await database.close()
  },
)

test.each(DATABASES)(
  'half of a surrogate pair in a text is replaced on $name',
  async ({ open }) => {
    const database = await open()
    const event = { ...buildEvent('evt_half'), outcome: 'cut \ud83d' }
    expect(await database.write(storeEvents, event)).toBe(true)
    const row = await database.reader
      .selectFrom('webhook_events')
      .select('outcome')
      .executeTakeFirstOrThrow()
    expect(row.outcome).toMatch(/^cut \ufffd+$/)
    await database.close()
  },
)

test.each(DATABASES)('rows of several tables are inserted on $name', async ({ open }) => {
  const database = await open()
  const insert = (ids: readonly string[], names: readonly string[]) =>
    insertAll(database.autocommit, [
      { table: 'write_proofs', rows: ids.map((id) => ({ id })) },
      { table: 'webhook_events', rows: names.map(buildEvent), ignoreConflicts: true },
      { table: 'spent_proofs', rows: [] },
    ])
  const count = async () => {
    const proofs = await database.reader.selectFrom('write_proofs').select('id').execute()
    const events = await database.reader.selectFrom('webhook_events').select('event_id').execute()
    return [proofs.length, events.length]
  }
  await insert(['a', 'b'], ['x', 'y'])
  expect(await count()).toEqual([2, 2])
  await insert(['c'], ['x', 'z'])
  expect(await count()).toEqual([3, 3])
  const many = Array.from({ length: 1_200 }, (_, index) => `many ${index}`)
  await insert(['d'], many)
  expect(await count()).toEqual([4, 1_203])
  await expect(insert(['a'], ['new'])).rejects.toThrow(/unique|failed/)
  await database.close()
})

function buildEvent(event_id: string) {
  return {
    provider: 'stripe' as const,
    event_id,
    type: 'refund.created',
    payment_ref: null,
    capture_id: 'ch_1',
    payload: '{}',
    received_at: 1_000,
    attempts: 0,
    next_attempt_at: 1_000,
    handled_at: null,
    parked_at: null,
    outcome: null,
  }
}
