import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { toKyselyDatabase } from './node-sqlite.ts'
import { SteadySqliteDialect } from './steady-dialect.ts'

test('a limit is written as a sum, which SQLite does not look into', async () => {
  const connection = new DatabaseSync(':memory:')
  connection.exec('create table rows (n integer); insert into rows values (1), (2), (3)')
  const db = new Kysely<{ rows: { n: number } }>({
    dialect: new SteadySqliteDialect({ database: toKyselyDatabase(connection) }),
  })
  const query = db.selectFrom('rows').select('n').orderBy('n').limit(2).offset(1)
  expect(query.compile().sql).toBe('select "n" from "rows" order by "n" limit ? + 0 offset ?')
  expect(await query.execute()).toEqual([{ n: 2 }, { n: 3 }])
  await db.destroy()
})
