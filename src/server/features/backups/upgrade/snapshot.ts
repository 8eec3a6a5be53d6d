import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Upgrade } from '#server/infra/database/migrate.ts'
import { readInstallationIn, readNewestRowsIn } from '#server/infra/database/sqlite/peek.ts'
import { BackupError } from '../backup-error.ts'
import { DATABASE_NAME } from '../container/manifest.ts'
import { listFilesBeside, syncFolder, type BackupSource } from '../make-backup.ts'
import { explainNoBackup } from './explain-no-backup.ts'
import { isCloned, requireRoom } from './snapshot-room.ts'
import {
  listUpgradeBackups,
  nameUpgradeBackup,
  UPGRADE_FOLDER,
  type UpgradeBackup,
} from './upgrade-names.ts'

/** The file that makes a folder a snapshot. */
const FACTS = 'snapshot.json'

const DRAFT = 'unfinished'

/** The most snapshots whose archives are not made yet. */
const SNAPSHOTS_KEPT = 3

const factsSchema = z.object({
  madeAt: z.iso.datetime(),
  /** The version of the program that used the database before. */
  version: z.string(),
  payments: z.enum(['sandbox', 'test', 'live']),
  from: z.string(),
  to: z.string(),
  /** The sizes and times of the database's files, which tell whether it was used after the copy. */
  stamp: z.string(),
  /** The newest row of each table, which tells whether anything was added after the copy. */
  newestRows: z.record(z.string(), z.number()).optional(),
})

type SnapshotFacts = z.infer<typeof factsSchema>

/**
 * Copies the files of the data folder into a folder beside them, whose name says from which migration
 * to which the database is brought. It is a data folder itself, and on the disk when this returns;
 * its archive is made later, since that takes long.
 *
 * A start that fails in the middle of a migration leaves a database that is of no use to go back to,
 * so there is no further copy until the installation was used; and the oldest copy is never removed
 * here, since it may be the only one that no migration has touched.
 *
 * Plain copies, so no connection to the database may be open in this process: closing a file takes
 * away SQLite's locks on it. Throws a BackupError if it cannot be made; then nothing was changed.
 */
export async function takeSnapshot(
  source: BackupSource,
  upgrade: Upgrade,
  now: number,
): Promise<string> {
  const { dataDir, version, payments } = source
  const parent = join(dataDir, UPGRADE_FOLDER)
  const database = join(dataDir, DATABASE_NAME)
  const installation = readInstallationIn(database) ?? ''
  const stamp = readStamp(database)
  const others = listUpgradeBackups(parent, installation).filter(({ isArchive }) => !isArchive)
  const newestRows = readNewestRowsIn(database)
  const same = others.findLast(({ path }) => isOfSameUse(path, { ...upgrade, stamp, newestRows }))
  if (same !== undefined) return same.path
  const folder = join(parent, nameUpgradeBackup(installation, upgrade, now))
  const draft = join(parent, DRAFT)
  try {
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { recursive: true, mode: 0o700 })
    await requireRoom(dataDir, draft)
    for (const { path, name } of listFiles(source)) await copyWhole(path, join(draft, name))
    const madeAt = new Date(now).toISOString()
    const facts: SnapshotFacts = { madeAt, version, payments, ...upgrade, stamp, newestRows }
    writeFileSync(join(draft, FACTS), JSON.stringify(facts), { mode: 0o600, flush: true })
    syncFolder(draft)
    renameSync(draft, folder)
    syncFolder(parent)
    removeSurplus(others)
    return folder
  } catch (cause) {
    rmSync(draft, { recursive: true, force: true })
    throw explainNoBackup(cause, parent, upgrade)
  }
}

/** Removes what is too much beside a new snapshot: each is big. The newest of `others` comes first. */
function removeSurplus(others: readonly UpgradeBackup[]): void {
  for (const { path } of others.slice(SNAPSHOTS_KEPT - 2, -1)) rmSync(path, { recursive: true })
}

/** Returns the source of a snapshot's archive; throws a BackupError if the folder is none. */
export function requireSnapshot(folder: string): BackupSource {
  const facts = readFacts(folder)
  if (facts === undefined) {
    throw new BackupError(
      `${folder} is no copy that a start made before an upgrade: name a folder in ${UPGRADE_FOLDER} of DATA_DIR, or a backup's file.`,
    )
  }
  const { version, payments, madeAt } = facts
  const campaignFile = join(folder, 'campaign.json')
  return { dataDir: folder, databaseUrl: undefined, campaignFile, version, payments, madeAt }
}

function readFacts(folder: string): SnapshotFacts | undefined {
  const file = join(folder, FACTS)
  if (!existsSync(file)) return undefined
  return factsSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
}

/** Returns whether a snapshot has all that was ever added to the database, at this or an older state. */
function isOfSameUse(
  folder: string,
  { from, to, stamp, newestRows = {} }: Pick<SnapshotFacts, 'from' | 'to' | 'stamp' | 'newestRows'>,
): boolean {
  const facts = readFacts(folder)
  if (facts === undefined || facts.to !== to || facts.from > from) return false
  if (facts.stamp === stamp) return true
  // Tables that a migration has begun to make are not in the snapshot.
  const rows = Object.entries(facts.newestRows ?? {})
  return rows.length > 0 && rows.every(([table, newest]) => newestRows[table] === newest)
}

function readStamp(database: string): string {
  const stats = [database, `${database}-wal`].flatMap((file) => {
    const { size = 0, mtimeMs = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {}
    return size === 0 ? [] : [size, mtimeMs]
  })
  return stats.join(' ')
}

/** Lists the files to copy; the log comes first, since what moves from it to the database stays in it. */
function listFiles(source: BackupSource): { name: string; path: string }[] {
  const names = [`${DATABASE_NAME}-wal`, DATABASE_NAME]
  return [
    ...names
      .map((name) => ({ name, path: join(source.dataDir, name) }))
      .filter(({ path }) => existsSync(path)),
    ...listFilesBeside(source),
  ]
}

/** Copies a file and makes the copy durable; shares its blocks where the disk can do that. */
async function copyWhole(from: string, to: string): Promise<void> {
  if (!isCloned(from, to)) await copyFile(from, to, constants.COPYFILE_EXCL)
  const descriptor = openSync(to, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
