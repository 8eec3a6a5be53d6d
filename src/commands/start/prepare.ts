import { join } from 'node:path'
import {
  measureCopy,
  requireSnapshotPossible,
} from '#server/features/backups/upgrade/snapshot-room.ts'
import type { Reader } from '#server/infra/database/database.ts'
import { findUpgrade } from '#server/infra/database/migrate.ts'
import { readAppliedIn } from '#server/infra/database/sqlite/peek.ts'
import { toMegabytes } from '#server/infra/disk-space.ts'
import type { Config } from '#server/config.ts'
import {
  backUpBeforeUpgrade,
  refusePostgres,
  refuseSqlite,
  type OpenOptions,
} from '#server/open-database.ts'
import { checkSecrets } from '#server/secrets.ts'
import { readVersion } from '#server/version.ts'

type Options = Pick<OpenOptions, 'mayBeEmpty'>

/**
 * Loads what a start loads, so that it is compiled for the next one, and looks for what would stop
 * that; returns what the start will do. Changes no database, also while another version serves.
 */
export async function prepareStart(config: Config, options: Options): Promise<string> {
  const { databaseUrl, redisUrl, payments } = config
  refuseSqlite(config, options)
  checkSecrets(config.dataDir)
  if (redisUrl !== undefined) await import('#server/infra/bus/redis-bus.ts')
  if (payments === 'sandbox') await import('#server/embedded-sandbox.ts')
  const next =
    databaseUrl === undefined
      ? await describeSqlite(config.dataDir)
      : await preparePostgres(config, databaseUrl, options)
  return `Donation Royale ${readVersion()} is prepared, and its settings can be read. ${next}\n`
}

const NO_UPGRADE = 'Its start leaves the database as it is.'
const FIRST_START = 'Its start makes a new database.'

/** Makes the backup from before the upgrade now, since it takes long and nodes may serve meanwhile. */
async function preparePostgres(config: Config, url: string, options: Options): Promise<string> {
  const { beforeUpgradeOf, tryFirstStart } = await import('#server/infra/database/postgres/peek.ts')
  await import('#server/infra/database/postgres/postgres.ts')
  return beforeUpgradeOf(url, async (upgrade, reader) => {
    const refuse = (opened: Reader) => refusePostgres(config, { reader: opened }, options)
    if (await tryFirstStart(reader, refuse)) return FIRST_START
    await refuse(reader)
    if (upgrade === undefined) return NO_UPGRADE
    const { from, to } = upgrade
    const backup = await backUpBeforeUpgrade(config, upgrade, reader)
    const next = `Its start brings the database from ${from} to ${to}.`
    return backup === undefined
      ? next
      : `${next} The backup from before is ${backup.file}, which counts for an hour.`
  })
}

async function describeSqlite(dataDir: string): Promise<string> {
  const applied = readAppliedIn(join(dataDir, 'royale.db'))
  if (applied.length === 0) return FIRST_START
  const upgrade = findUpgrade(applied)
  if (upgrade === undefined) return NO_UPGRADE
  await requireSnapshotPossible(dataDir, upgrade)
  const steps = `brings the database from ${upgrade.from} to ${upgrade.to}`
  return `Its start copies the database (${toMegabytes(measureCopy(dataDir))} MB), then ${steps}.`
}
