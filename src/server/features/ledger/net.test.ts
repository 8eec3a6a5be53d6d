import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestSqlite, type TestDatabase } from '#tests/helpers/databases/database.ts'
import { findNetCents, selectNets } from './net.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await openTestSqlite()
})

afterEach(() => database.close())

test('what is left of one payment is summed without reading the others', async () => {
  const { sql: text, parameters } = selectNets(database.reader, 'checkout-1').compile()
  const plain = text.replaceAll('?', () => `'${String(parameters[0])}'`)
  const plan = await sql<{ detail: string }>`explain query plan ${sql.raw(plain)}`.execute(
    database.reader,
  )
  const looks = plan.rows.map(({ detail }) => detail).filter((detail) => /SCAN|SEARCH/.test(detail))
  expect(looks).toHaveLength(2)
  for (const look of looks) expect(look).toMatch(/^SEARCH ledger_entries USING INDEX/)
})

test('a payment without entries sums to 0', async () => {
  expect(await findNetCents(database.reader, 'checkout-1')).toBe(0)
})
