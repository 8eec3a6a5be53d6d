import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { sqliteDialect } from '../dialects.ts'
import { migrate, readApplied } from '../migrate.ts'
import type { Schema } from '../schema/schema.ts'
import { StorageUnavailableError } from '../storage-failures.ts'
import { AtomicSqliteDialect } from './atomic-dialect.ts'
import { toKyselyDatabase } from './node-sqlite.ts'

test.each([60, 120])(
  'a migration for which %i pages have no room says that the disk is full, and leaves nothing',
  async (pages) => {
    const connection = new DatabaseSync(':memory:')
    connection.exec(`pragma max_page_count = ${pages}`)
    const dialect = new AtomicSqliteDialect({ database: toKyselyDatabase(connection) })
    const db = new Kysely<Schema>({ dialect })
    const failed = migrate(db, sqliteDialect)
    await expect(failed).rejects.toMatchObject({ cause: { kind: 'full' } })
    await expect(failed).rejects.toHaveProperty('cause', expect.any(StorageUnavailableError))
    expect(await readApplied(db)).toEqual([])
    connection.exec('pragma max_page_count = 10000')
    await migrate(db, sqliteDialect)
    await db.destroy()
  },
)
