import { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import { readLedgerCounts } from '#server/features/ledger/ledger.ts'
import type { Reader } from '#server/infra/database/database.ts'
import { countTables, readNewestMigration } from '#server/infra/database/sqlite/table-counts.ts'
import { requireInstallationId } from '#server/infra/database/installation.ts'
import type { Schema } from '#server/infra/database/schema/schema.ts'
import { toKyselyDatabase } from '#server/infra/database/sqlite/node-sqlite.ts'
import { toSqliteFailure } from '#server/infra/database/sqlite/sqlite-failures.ts'
import { DamagedDatabaseError } from '#server/infra/database/storage-failures.ts'
import { figuresSchema, type Figures } from './manifest.ts'

/** How closely a database file is looked at: `quick_check` leaves out the indexes. */
export type Check = 'integrity_check' | 'quick_check'

/**
 * Checks a closed database file, and counts what is in it. Throws a DamagedDatabaseError if it is
 * damaged: whose it is, the database's or a backup's, the caller knows.
 */
export async function readFigures(file: string, check: Check): Promise<Figures> {
  const connection = new DatabaseSync(file)
  try {
    const found = connection.prepare(`pragma ${check}(1)`).get()?.[check]
    if (found !== 'ok') throw new DamagedDatabaseError(String(found))
    const dialect = new SqliteDialect({ database: toKyselyDatabase(connection) })
    return await countAll(new Kysely<Schema>({ dialect }))
  } catch (error) {
    throw toSqliteFailure(error)
  } finally {
    connection.close()
  }
}

async function countAll(reader: Reader): Promise<Figures> {
  return figuresSchema.parse({
    installation: await requireInstallationId(reader),
    schema: await readNewestMigration(reader),
    tables: await countTables(reader),
    ledger: await readLedgerCounts(reader),
  })
}
