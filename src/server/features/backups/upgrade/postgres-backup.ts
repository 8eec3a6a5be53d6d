import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Reader } from '#server/infra/database/database.ts'
import { requireInstallationId } from '#server/infra/database/installation.ts'
import type { Upgrade } from '#server/infra/database/migrate.ts'
import { hasCheckouts } from '#server/infra/database/use.ts'
import { explainNoBackup } from './explain-no-backup.ts'
import { makeBackup, type BackupSource } from '../make-backup.ts'
import { makeFolder } from '../work-folder.ts'
import { deleteOldArchives, listArchives } from './archives.ts'
import { nameUpgradeBackup } from './upgrade-names.ts'

/** The age up to which a backup that `start --prepare` made counts, ms. */
const MAX_AGE_MS = 60 * 60_000

/** The backup that was made before a database on PostgreSQL is brought up to date. */
export interface PostgresBackup {
  file: string
  /** False if it was made earlier, while an older version served. */
  isNew: boolean
  /** The errors of older ones that could not be deleted. */
  errors: unknown[]
}

/**
 * Backs up a database on PostgreSQL before it is migrated, also while nodes of the older version use
 * it, and keeps the newest three of these backups. One of the same upgrade that was made in the last
 * hour is enough. Returns undefined if nobody has ever begun to pay. Throws a BackupError if it cannot
 * be made; then nothing was changed.
 */
export async function backUpPostgres(
  source: BackupSource,
  upgrade: Upgrade,
  { folder, reader, now }: { folder: string; reader: Reader; now: number },
): Promise<PostgresBackup | undefined> {
  if (!(await hasCheckouts(reader))) return undefined
  const installation = await requireInstallationId(reader)
  const [last] = listArchives(folder, installation)
  const name = (time: number) => `${nameUpgradeBackup(installation, upgrade, time)}.tar.zst`
  // Names of one upgrade sort by time.
  if (last !== undefined && last.name >= name(now - MAX_AGE_MS) && last.name <= name(now)) {
    return { file: last.path, isNew: false, errors: [] }
  }
  const file = join(folder, name(now))
  try {
    if (!existsSync(folder)) makeFolder(folder)
    await makeBackup(source, file)
  } catch (cause) {
    throw explainNoBackup(cause, folder, upgrade)
  }
  return { file, isNew: true, errors: deleteOldArchives(folder, installation) }
}
