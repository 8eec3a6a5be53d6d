import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import type { Database } from '#server/infra/database/database.ts'
import { openPostgres } from '#server/infra/database/postgres/postgres.ts'
import { openTestSqlite } from './database.ts'
import { createPostgresDatabase } from './postgres.ts'

/** Every database that the product runs on, for suites that must hold on all of them. */
export const DATABASES: {
  name: string
  open: () => Promise<Database>
  /**
   * Opens one database as two nodes do. SQLite belongs to one process, so both get the same object.
   */
  openTwice: () => Promise<[Database, Database]>
}[] = [
  {
    name: 'SQLite',
    open: () => openTestSqlite(),
    openTwice: async () => {
      const database = await openTestSqlite()
      return [database, database]
    },
  },
  {
    name: 'PostgreSQL',
    open: openFreshPostgres,
    openTwice: async () => {
      const url = await createDatabase()
      return [await openPostgres(url), await openPostgres(url)]
    },
  },
]

/** Opens a new database on the tests' PostgreSQL. */
export async function openFreshPostgres(): Promise<Database> {
  return openPostgres(await createDatabase())
}

function createDatabase(): Promise<string> {
  return createPostgresDatabase(inject('postgresUrl'), `royale_${randomUUID()}`)
}
