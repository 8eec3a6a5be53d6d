import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { requireKnown } from '#server/infra/database/migrate.ts'
import { copySqlite } from '#server/infra/database/sqlite/copy-sqlite.ts'
import { readAppliedIn } from '#server/infra/database/sqlite/peek.ts'
import { BackupError } from './backup-error.ts'
import { DATABASE_NAME } from './container/manifest.ts'

/** The database of an installation. */
export interface DatabaseHome {
  /** The data folder, with the embedded database if there is no other. */
  dataDir: string
  /** The URL of the database on PostgreSQL; undefined if it is the embedded one. */
  databaseUrl: string | undefined
}

/**
 * Copies the database into a folder as it was at one moment, also while servers use it: a backup has
 * the embedded form of either kind. Returns the file.
 */
export async function takeDatabase(home: DatabaseHome, folder: string): Promise<string> {
  const file = join(folder, DATABASE_NAME)
  if (home.databaseUrl === undefined) {
    await copySqlite(join(home.dataDir, DATABASE_NAME), file)
    return file
  }
  const copyDatabase = await loadCopy()
  await copyDatabase({
    from: { url: home.databaseUrl },
    to: { dataDir: folder },
    isOnline: true,
    mayBeOlder: true,
  })
  return file
}

/**
 * Throws a BackupError if there is no embedded database where there must be one, and a
 * NewerDatabaseError if it is newer than this program.
 */
export function requireDatabase({ dataDir, databaseUrl }: DatabaseHome): void {
  if (databaseUrl !== undefined) return
  const file = join(dataDir, DATABASE_NAME)
  if (existsSync(file)) return requireKnown(readAppliedIn(file), file)
  throw new BackupError(
    `There is no database in ${resolve(dataDir)} to back up: set DATA_DIR to the server's data folder.`,
  )
}

/**
 * Copies the unpacked database in a folder into an empty one on PostgreSQL, and compares them. Throws
 * a CopyError if it is not empty; a copy that was cut off goes on.
 */
export async function fillPostgres(folder: string, url: string): Promise<void> {
  const { openSqlite } = await import('#server/infra/database/sqlite/sqlite.ts')
  const { createAccountTables } = await import('#server/features/accounts/accounts.ts')
  // Opening brings it up to date: it may be of an older version.
  const writerEntry = new URL(import.meta.resolve('#writer'))
  const database = await openSqlite({ dataDir: folder, writerEntry })
  await createAccountTables(database)
  await database.close()
  const copyDatabase = await loadCopy()
  await copyDatabase({ from: { dataDir: folder }, to: { url } })
}

/** Loads the copying with its drivers of PostgreSQL, which most installations have no use for. */
async function loadCopy() {
  const { copyDatabase } = await import('#server/features/database-copy/database-copy.ts')
  return copyDatabase
}
