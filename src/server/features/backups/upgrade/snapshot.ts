import {
  closeSync,
  constants,
  copyFileSync,
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
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Upgrade } from '#server/infra/database/migrate.ts'
import { readInstallationIn } from '#server/infra/database/sqlite/peek.ts'
import { readWritableBytes } from '#server/infra/disk-space.ts'
import { BackupError } from '../backup-error.ts'
import { DATABASE_NAME } from '../container/manifest.ts'
import { syncFolder, type BackupSource } from '../make-backup.ts'
import { explainNoBackup } from './explain-no-backup.ts'
import { listUpgradeBackups, nameUpgradeBackup, UPGRADE_FOLDER } from './upgrade-names.ts'

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
})

type SnapshotFacts = z.infer<typeof factsSchema>

/**
 * Copies the files of the data folder into a folder beside them, whose name says from which migration
 * to which the database is brought. It is a data folder itself, and on the disk when this returns;
 * its archive is made later, since that takes long. A start that failed is not copied twice.
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
  const same = others.find(({ path }) => isSame(path, { ...upgrade, stamp }))
  if (same !== undefined) return same.path
  // Each is big, and starts that fail may be many.
  for (const { path } of others.slice(SNAPSHOTS_KEPT - 1)) rmSync(path, { recursive: true })
  const folder = join(parent, nameUpgradeBackup(installation, upgrade, now))
  const draft = join(parent, DRAFT)
  try {
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { recursive: true, mode: 0o700 })
    for (const [from, name] of listFiles(source)) await copyWhole(from, join(draft, name))
    const madeAt = new Date(now).toISOString()
    const facts: SnapshotFacts = { madeAt, version, payments, ...upgrade, stamp }
    writeFileSync(join(draft, FACTS), JSON.stringify(facts), { mode: 0o600, flush: true })
    syncFolder(draft)
    renameSync(draft, folder)
    syncFolder(parent)
    return folder
  } catch (cause) {
    rmSync(draft, { recursive: true, force: true })
    throw explainNoBackup(cause, parent, upgrade)
  }
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

/** Returns whether a snapshot is of the same upgrade, and the database was not used since. */
function isSame(
  folder: string,
  { from, to, stamp }: Pick<SnapshotFacts, 'from' | 'to' | 'stamp'>,
): boolean {
  const facts = readFacts(folder)
  return facts?.from === from && facts.to === to && facts.stamp === stamp
}

function readStamp(database: string): string {
  const stats = [database, `${database}-wal`].flatMap((file) => {
    const { size = 0, mtimeMs = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {}
    return size === 0 ? [] : [size, mtimeMs]
  })
  return stats.join(' ')
}

/** Returns the bytes that a copy of the embedded database takes. */
export function measureCopy(dataDir: string): number {
  const database = join(dataDir, DATABASE_NAME)
  return [database, `${database}-wal`].reduce(
    (sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
}

/** Lists the files to copy; the log comes first, since what moves from it to the database stays in it. */
function listFiles({ dataDir, payments, campaignFile }: BackupSource): [string, string][] {
  const names = [`${DATABASE_NAME}-wal`, DATABASE_NAME, 'secrets.json']
  if (payments === 'sandbox') names.push('sandbox.json')
  const files = names.map((name): [string, string] => [join(dataDir, name), name])
  if (campaignFile !== undefined) files.push([campaignFile, 'campaign.json'])
  return files.filter(([path]) => existsSync(path))
}

/** Copies a file and makes the copy durable; shares its blocks where the disk can do that. */
async function copyWhole(from: string, to: string): Promise<void> {
  if (!isCloned(from, to)) {
    await requireRoom(dirname(to), statSync(from).size)
    await copyFile(from, to, constants.COPYFILE_EXCL)
  }
  const descriptor = openSync(to, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function isCloned(from: string, to: string): boolean {
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE)
    return true
  } catch {
    // Most disks cannot; a disk that is full says so at the plain copy.
    rmSync(to, { force: true })
    return false
  }
}

/** Looks before: a copy that fills the disk would stop others too. */
async function requireRoom(folder: string, bytes: number): Promise<void> {
  const free = await readWritableBytes(folder)
  if (free < bytes) throw new NoRoomError(free, bytes)
}

class NoRoomError extends Error {
  constructor(free: number, needed: number) {
    super(`its disk has ${toMegabytes(free)} MB free, and the copy needs ${toMegabytes(needed)} MB`)
  }
}

function toMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
