import { join } from 'node:path'
import type { Logger } from 'pino'
import { toSource, type BackupSource } from '#server/features/backups/make-backup.ts'
import {
  backUpPostgres,
  type PostgresBackup,
} from '#server/features/backups/upgrade/postgres-backup.ts'
import { takeSnapshot } from '#server/features/backups/upgrade/snapshot.ts'
import type { Database, Reader } from '#server/infra/database/database.ts'
import { requireKnown, type Upgrade } from '#server/infra/database/migrate.ts'
import { readAppliedIn } from '#server/infra/database/sqlite/peek.ts'
import { openSqlite } from '#server/infra/database/sqlite/sqlite.ts'
import type { Config } from './config.ts'
import {
  readLastVersion,
  refuseEmptySqlite,
  refuseForeignIn,
  refuseUnfinishedCopy,
  refuseUnfinishedCopyIn,
  refuseUnusedPostgres,
  writeMarker,
} from './lost-database.ts'
import { readVersion } from './version.ts'

export interface OpenOptions {
  /** True if the database may be empty although there was another. */
  mayBeEmpty: boolean
  /** True to bring the database up to date without a backup before. */
  withoutBackup: boolean
  logger: Logger
}

/**
 * Throws if the embedded database is newer than this program, a copy that was cut off, of other
 * software, or empty by mistake. Comes before anything is changed.
 */
export function refuseSqlite(
  config: Config,
  { mayBeEmpty }: Pick<OpenOptions, 'mayBeEmpty'>,
): void {
  if (config.databaseUrl !== undefined) return
  const file = join(config.dataDir, 'royale.db')
  requireKnown(readAppliedIn(file), file)
  refuseUnfinishedCopyIn(file)
  refuseForeignIn(file)
  if (!mayBeEmpty) refuseEmptySqlite(config)
}

/** Throws if a database on PostgreSQL is a copy that was cut off, or empty by mistake. */
export async function refusePostgres(
  config: Config,
  database: Pick<Database, 'reader'>,
  { mayBeEmpty }: Pick<OpenOptions, 'mayBeEmpty'>,
): Promise<void> {
  await refuseUnfinishedCopy(database)
  if (!mayBeEmpty) await refuseUnusedPostgres(config, database)
}

/** Opens the database that the configuration names, and brings it up to date. */
export async function openDatabase(config: Config, options: OpenOptions): Promise<Database> {
  const database = await openConfigured(config, options)
  if (database.dialect === 'postgres') await refusePostgres(config, database, options)
  await writeMarker(config, database)
  return database
}

const BACKED_UP = 'the database was backed up before it is brought up to date'

// Drivers that this installation does not use are not loaded: together they are 30 MB.
async function openConfigured(
  config: Config,
  { logger, withoutBackup }: OpenOptions,
): Promise<Database> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl !== undefined) {
    const { openPostgres } = await import('#server/infra/database/postgres/postgres.ts')
    return openPostgres(databaseUrl, {
      beforeUpgrade: async (upgrade, reader) => {
        if (withoutBackup) return
        const backup = await backUpBeforeUpgrade(config, upgrade, reader)
        if (backup === undefined) return
        const { errors, ...made } = backup
        logger.info({ ...made, ...upgrade }, BACKED_UP)
        for (const error of errors) {
          logger.warn({ err: error }, 'an older backup could not be deleted')
        }
      },
    })
  }
  return openSqlite({
    dataDir,
    writerEntry: new URL(import.meta.resolve('#writer')),
    beforeUpgrade: async (upgrade) => {
      if (!withoutBackup) await copyBeforeUpgrade(config, upgrade, logger)
    },
  })
}

async function copyBeforeUpgrade(config: Config, upgrade: Upgrade, logger: Logger): Promise<void> {
  const folder = await takeSnapshot(toFormerSource(config), upgrade, Date.now())
  logger.info({ folder, ...upgrade }, 'the database was copied before it is brought up to date')
}

/** Backs up the PostgreSQL database that the configuration names, if it is in use. */
export async function backUpBeforeUpgrade(
  config: Config,
  upgrade: Upgrade,
  reader: Reader,
): Promise<PostgresBackup | undefined> {
  const folder = config.upgradeFolder
  return backUpPostgres(toFormerSource(config), upgrade, { folder, reader, now: Date.now() })
}

/** Returns the source of a backup from before an upgrade; the version is the one that was used last. */
function toFormerSource(config: Config): BackupSource {
  return toSource(config, readLastVersion(config.dataDir) ?? readVersion())
}
