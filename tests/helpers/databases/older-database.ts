import { Kysely, SqliteDialect } from 'kysely'
import { sqliteDialect } from '#server/infra/database/dialects.ts'
import { createMigrator } from '#server/infra/database/migrate.ts'
import type { Schema } from '#server/infra/database/schema/schema.ts'
import { openDurable, toKyselyDatabase } from '#server/infra/database/sqlite/node-sqlite.ts'

/** Makes an empty embedded database as an older version left it, after a migration. */
export async function makeOlderDatabase(file: string, migration: string): Promise<void> {
  const database = toKyselyDatabase(openDurable(file))
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) })
  const { error } = await createMigrator(db, sqliteDialect).migrateTo(migration)
  await db.destroy()
  if (error !== undefined) throw new Error(`${file} could not be made.`, { cause: error })
}
