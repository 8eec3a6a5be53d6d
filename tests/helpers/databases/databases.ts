import { randomBytes, randomUUID } from 'node:crypto'
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
      return [await openCopy(url), await openPostgres(url)]
    },
  },
]

/** Opens a new database on the tests' PostgreSQL, migrated and empty. */
export async function openFreshPostgres(): Promise<Database> {
  return openCopy(await createDatabase())
}

function createDatabase(): Promise<string> {
  return createPostgresDatabase(inject('postgresUrl'), `royale_${randomUUID()}`, {
    copyOf: inject('postgresTemplate'),
  })
}

/** Opens a copy of the template and makes it an installation of its own. */
async function openCopy(url: string): Promise<Database> {
  const database = await openPostgres(url)
  await database.autocommit
    .updateTable('installation')
    .set({ id: randomBytes(12).toString('hex'), created_at: Date.now() })
    .execute()
  return database
}
