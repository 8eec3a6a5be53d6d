import { join, resolve } from 'node:path'
import { FIRST_MIGRATION, requireKnown } from '#server/infra/database/migrate.ts'
import { copySqlite } from '#server/infra/database/sqlite/copy-sqlite.ts'
import { isDamagedIn, isForeignIn, readAppliedIn } from '#server/infra/database/sqlite/peek.ts'
import { DamagedDatabaseError } from '#server/infra/database/storage-failures.ts'
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
 * Throws a BackupError if there is no embedded database of ours where there must be one, and a
 * NewerDatabaseError if it is newer than this program.
 */
export function requireDatabase({ dataDir, databaseUrl }: DatabaseHome): void {
  if (databaseUrl !== undefined) return
  const file = join(dataDir, DATABASE_NAME)
  const applied = readAppliedIn(file)
  if (applied.includes(FIRST_MIGRATION)) return requireKnown(applied, file)
  const found = isForeignIn(file)
    ? `The database ${DATABASE_NAME} in ${resolve(dataDir)} is of other software`
    : `There is no database in ${resolve(dataDir)} to back up`
  throw new BackupError(`${found}: set DATA_DIR to the server's data folder.`)
}

/**
 * Returns the BackupError for damage that was found while a copy was made in `folder`; any other error
 * as it is. Only reading the database tells whether the copy alone is damaged, as by a bad disk:
 * whoever restored a backup then would lose donations.
 */
export function explainDamage(
  error: unknown,
  { dataDir, databaseUrl }: DatabaseHome,
  folder: string,
): unknown {
  const damage = findDamage(error)
  if (damage === undefined) return error
  const reason = reasonOf(damage)
  const isOwn = databaseUrl === undefined && isDamagedIn(join(dataDir, DATABASE_NAME))
  const sentence = isOwn
    ? `The database ${DATABASE_NAME} in ${resolve(dataDir)} is damaged or none (${reason}): restore the last backup into an empty folder, and keep these files, which hold what it lacks.`
    : `The copy of the database that was made in ${folder} is damaged (${reason}), not the database: check that disk, or name another folder.`
  return new BackupError(sentence, { cause: error })
}

function findDamage(error: unknown): DamagedDatabaseError | undefined {
  if (error instanceof DamagedDatabaseError) return error
  return error instanceof Error ? findDamage(error.cause) : undefined
}

/** Returns what is damaged, in the words of SQLite, on one line. */
export function reasonOf({ message, cause }: DamagedDatabaseError): string {
  return (cause instanceof Error ? cause.message : message)
    .replaceAll(/\s+/g, ' ')
    .replace(/\.$/, '')
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
