import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import type { Database } from '#server/infra/database/database.ts'
import { openPostgres } from '#server/infra/database/postgres.ts'
import { openTestSqlite } from './database.ts'
import { createPostgresDatabase } from './postgres.ts'

/** Every database that the product runs on, for suites that hold on all of them. */
export const DATABASES: { name: string; open: () => Promise<Database> }[] = [
  { name: 'SQLite', open: () => openTestSqlite() },
  {
    name: 'PostgreSQL',
    open: async () =>
      openPostgres(await createPostgresDatabase(inject('postgresUrl'), `royale_${randomUUID()}`)),
  },
]
