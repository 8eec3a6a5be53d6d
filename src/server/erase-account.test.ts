import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/helpers/app/app.ts'
import { ERASERS, KEPT_TABLES } from './erase-account.ts'

let server: TestApp

beforeAll(async () => {
  server = await openTestApp()
})

afterAll(() => server.close())

describe('the tables of the database', () => {
  test('each has an eraser, or a reason why nothing personal is in it', async () => {
    const { rows } = await sql<{ name: string }>`select name from sqlite_schema
      where type = 'table' and name not like 'sqlite_%'`.execute(server.database.reader)
    const named = [...ERASERS.flatMap(({ tables }) => tables), ...Object.keys(KEPT_TABLES)]
    expect(rows.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([])
    expect(new Set(named).size).toBe(named.length)
  })

  test('those that are kept have a sentence as their reason', () => {
    for (const reason of Object.values(KEPT_TABLES)) expect(reason).toMatch(/^[A-Z].+\.$/)
  })
})
