import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import pg from 'pg'
import { postgresDialect, sqliteDialect, type Dialect } from '#server/infra/database/dialects.ts'
import { createMigrator } from '#server/infra/database/migrate.ts'
import type { Schema } from '#server/infra/database/schema/schema.ts'
import { openDurable, toKyselyDatabase } from '#server/infra/database/sqlite/node-sqlite.ts'

/** Makes an empty embedded database as an older version left it, after a migration. */
export async function makeOlderDatabase(file: string, migration: string): Promise<void> {
  const database = toKyselyDatabase(openDurable(file))
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) })
  await bringTo(db, sqliteDialect, migration)
}

/** Makes the same of an empty database on PostgreSQL. */
export async function makeOlderPostgres(url: string, migration: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url })
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  await bringTo(db, postgresDialect, migration)
}

async function bringTo(db: Kysely<Schema>, dialect: Dialect, migration: string): Promise<void> {
  const { error } = await createMigrator(db, dialect).migrateTo(migration)
  await db.destroy()
  if (error !== undefined) throw new Error(`${migration} could not be reached.`, { cause: error })
}
