import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DATABASES } from '#tests/helpers/databases/databases.ts'
import type { Reader } from './database.ts'
import { rowList } from './row-list.ts'

const LISTED = { name: 'listed', types: { id: 'text', at: 'bigint' } } as const

test.each(DATABASES)('a list of rows is a table on $name', async ({ open }) => {
  const database = await open()
  const rows = [
    { id: 'plain', at: 1 },
    { id: `{"quoted", 'and' \\ braced}`, at: -2 },
    { id: 'ünïcödé 🎉', at: 2 ** 52 },
    { id: '', at: 0 },
    { id: 'NULL', at: 3 },
  ]
  expect(await select(database.reader, rows)).toEqual(rows)
  expect(await select(database.reader, [])).toEqual([])
  await database.close()
})

test.each(DATABASES)('half of a surrogate pair is replaced on $name', async ({ open }) => {
  const database = await open()
  const [row] = await select(database.reader, [{ id: 'cut \ud83d', at: 1 }])
  expect(row?.id).toMatch(/^cut \ufffd+$/)
  await database.close()
})

test.each(DATABASES)('lists of all lengths have one text on $name', async ({ open }) => {
  const database = await open()
  const textOf = (rows: { id: string; at: number }[]) =>
    sql`select * from ${rowList(database.reader, LISTED, rows)}`.compile(database.reader).sql
  expect(textOf([{ id: 'one', at: 1 }])).toBe(textOf([]))
  await database.close()
})

async function select(reader: Reader, rows: readonly { id: string; at: number }[]) {
  const found = await sql<{ id: string; at: number }>`
    select listed.id, listed.at from ${rowList(reader, LISTED, rows)}`.execute(reader)
  return found.rows
}
