import { afterEach, beforeEach, expect, test } from 'vitest'
import { OPERATOR } from '#server/features/audit/audit.ts'
import { openTestSqlite, type TestDatabase } from '#tests/helpers/databases/database.ts'
import { createRoundRehearsal } from './rehearsal.ts'
import { createRound } from './rounds-store.ts'

const NOW = Date.parse('2026-12-01T20:00:00.700Z')

let database: TestDatabase

beforeEach(async () => {
  database = await openTestSqlite()
})

afterEach(() => database.close())

test('the name of a rehearsed round is cut between its letters', async () => {
  const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()
  const request = {
    name: `${'a'.repeat(48)}🎉`,
    prize: null,
    ranks: 'donor',
    pending: 'captured',
    overtimes: 0,
    startsAt: at(60),
    endsAt: at(120),
  } as const
  await database.write(createRound, { livemode: 0, actor: OPERATOR, at: NOW, request })
  const bus = { publish: () => {} }
  const rehearsal = createRoundRehearsal({ database, bus, clock: () => NOW })
  const { name } = await rehearsal.begin(OPERATOR, 60_000)
  expect(name).toBe(`Rehearsal: ${'a'.repeat(48)}🎉`)
})
