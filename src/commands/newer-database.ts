import { dirname, resolve } from 'node:path'
import { findWayBack } from '#server/features/backups/upgrade/way-back.ts'
import { newestMigration, type NewerDatabaseError } from '#server/infra/database/migrate.ts'
import { readLastVersion } from '#server/lost-database.ts'
import { readVersion } from '#server/version.ts'

/** Returns what to do about a database that is newer than this program, in one sentence. */
export function explainNewerDatabase(
  { migration, file }: NewerDatabaseError,
  { DATA_DIR, BACKUP_DIR }: NodeJS.ProcessEnv,
): string {
  const isEmbedded = file !== undefined
  const dataDir = isEmbedded ? dirname(resolve(file)) : resolve(given(DATA_DIR) ?? './data')
  const own = readVersion()
  const last = readLastVersion(dataDir)
  const newer =
    last === undefined || last === own ? 'the newer version' : `version ${last} or a later one`
  const backup = isEmbedded
    ? findWayBack(file, { dataDir, backupDir: given(BACKUP_DIR) })
    : undefined
  return `The database ${isEmbedded ? `in ${dataDir}` : 'on PostgreSQL'} has had the migration ${migration}, and this Donation Royale (${own}) knows those up to ${newestMigration()}; nothing was changed: install ${newer} again, or go back with this one by restoring ${backup ?? 'a backup from before the upgrade'} into ${isEmbedded ? 'an empty folder' : 'an empty database'}, which also reconciles.`
}

/** An empty value counts as none. */
function given(value: string | undefined): string | undefined {
  return value === '' ? undefined : value
}
