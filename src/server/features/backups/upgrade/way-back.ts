import { join } from 'node:path'
import { newestMigration } from '#server/infra/database/migrate.ts'
import { readInstallationIn } from '#server/infra/database/sqlite/peek.ts'
import { listUpgradeBackups, numberOf, UPGRADE_FOLDER } from './upgrade-names.ts'

/**
 * Returns the newest backup from before an upgrade that this program can restore, for the newer
 * database in a file; undefined if none is found.
 */
export function findWayBack(
  file: string,
  { dataDir, backupDir }: { dataDir: string; backupDir: string | undefined },
): string | undefined {
  const installation = readInstallationIn(file) ?? ''
  const folders = [join(dataDir, UPGRADE_FOLDER), ...(backupDir === undefined ? [] : [backupDir])]
  return folders
    .flatMap((folder) => listUpgradeBackups(folder, installation))
    .filter(({ from }) => from <= numberOf(newestMigration()))
    .toSorted((a, b) => (a.moment < b.moment ? 1 : -1))[0]?.path
}
