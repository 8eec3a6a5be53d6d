import { join } from 'node:path'
import type { Logger } from 'pino'
import { takeSnapshot } from '#server/features/backups/upgrade/snapshot.ts'
import type { Database, Reader } from '#server/infra/database/database.ts'
import { requireKnown, type Upgrade } from '#server/infra/database/migrate.ts'
import { readAppliedIn } from '#server/infra/database/sqlite/peek.ts'
import { openSqlite } from '#server/infra/database/sqlite/sqlite.ts'
import { hasCheckouts } from '#server/infra/database/use.ts'
import type { Config } from './config.ts'
import {
  readLastVersion,
  refuseEmptySqlite,
  refuseUnfinishedCopy,
  refuseUnusedPostgres,
  writeMarker,
} from './lost-database.ts'
import { readVersion } from './version.ts'

export interface OpenOptions {
  /** True if the database may be empty although there was another. */
  mayBeEmpty: boolean
  logger: Logger
}

/**
 * Throws if the embedded database is newer than this program, or empty by mistake. Comes before
 * anything is changed.
 */
export function refuseSqlite(
  config: Config,
  { mayBeEmpty }: Pick<OpenOptions, 'mayBeEmpty'>,
): void {
  const file = join(config.dataDir, 'royale.db')
  requireKnown(readAppliedIn(file), file)
  if (!mayBeEmpty) refuseEmptySqlite(config)
}

/** Opens the database that the configuration names, and brings it up to date. */
export async function openDatabase(config: Config, options: OpenOptions): Promise<Database> {
  const database = await openConfigured(config, options.logger)
  await refuseUnfinishedCopy(database)
  if (database.dialect === 'postgres' && !options.mayBeEmpty) {
    await refuseUnusedPostgres(config, database)
  }
  await writeMarker(config, database)
  return database
}

// Drivers that this installation does not use are not loaded: together they are 30 MB.
async function openConfigured(config: Config, logger: Logger): Promise<Database> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl !== undefined) {
    const { openPostgres } = await import('#server/infra/database/postgres/postgres.ts')
    return openPostgres(databaseUrl, {
      beforeUpgrade: (upgrade, reader) => warnOfUpgrade(upgrade, reader, logger),
    })
  }
  return openSqlite({
    dataDir,
    writerEntry: new URL(import.meta.resolve('#writer')),
    beforeUpgrade: (upgrade) => copyBeforeUpgrade(config, upgrade, logger),
  })
}

async function copyBeforeUpgrade(config: Config, upgrade: Upgrade, logger: Logger): Promise<void> {
  const { dataDir, payments, campaignFile } = config
  const version = readLastVersion(dataDir) ?? readVersion()
  const source = { dataDir, databaseUrl: undefined, payments, version }
  const folder = await takeSnapshot(
    { ...source, campaignFile: campaignFile?.path },
    upgrade,
    Date.now(),
  )
  logger.info({ folder, ...upgrade }, 'the database was copied before it is brought up to date')
}

/** A backup of PostgreSQL has this program's own form, so that it cannot be made in between. */
async function warnOfUpgrade({ from, to }: Upgrade, reader: Reader, logger: Logger): Promise<void> {
  if (!(await hasCheckouts(reader))) return
  logger.warn(
    { from, to },
    'The PostgreSQL database is brought up to date, and no backup is made before by itself: before each upgrade, make one with the version that is in use (donation-royale backup FILE), or by pg_dump.',
  )
}
