import {
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Upgrade } from '#server/infra/database/migrate.ts'
import { readWritableBytes, toMegabytes } from '#server/infra/disk-space.ts'
import { DATABASE_NAME } from '../container/manifest.ts'
import { explainNoBackup } from './explain-no-backup.ts'
import { UPGRADE_FOLDER } from './upgrade-names.ts'

/** Returns the bytes that a copy of the embedded database takes. */
export function measureCopy(dataDir: string): number {
  const database = join(dataDir, DATABASE_NAME)
  return [database, `${database}-wal`].reduce(
    (sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
}

/**
 * Throws the BackupError of a start whose snapshot cannot be made, also while a server uses the
 * database. Leaves nothing behind, not even the folder: it would belong to whoever looks.
 */
export async function requireSnapshotPossible(dataDir: string, upgrade: Upgrade): Promise<void> {
  const parent = join(dataDir, UPGRADE_FOLDER)
  try {
    const probe = mkdtempSync(join(existsSync(parent) ? parent : dataDir, 'unfinished-'))
    try {
      await requireRoom(dataDir, probe)
    } finally {
      rmSync(probe, { recursive: true })
    }
  } catch (cause) {
    throw explainNoBackup(cause, parent, upgrade)
  }
}

/**
 * Throws if a folder has no room for the copy and for the migration after it, which may write every
 * table anew: a disk that is full half way would stop it, and others too.
 */
export async function requireRoom(dataDir: string, folder: string): Promise<void> {
  const size = measureCopy(dataDir)
  const needed = canClone(dataDir, folder) ? size : size + size
  const free = await readWritableBytes(folder)
  if (free < needed) throw new NoRoomError(free, needed)
}

class NoRoomError extends Error {
  constructor(free: number, needed: number) {
    super(
      `its disk has ${toMegabytes(free)} MB free, and the copy and the migration after it need ${toMegabytes(needed)} MB`,
    )
  }
}

/** Returns whether files of the data folder can share their blocks with copies in another folder. */
function canClone(dataDir: string, folder: string): boolean {
  const [from, to] = [join(dataDir, '.clone-probe'), join(folder, 'clone-probe')]
  try {
    writeFileSync(from, Buffer.alloc(PROBE_BYTES))
    return isCloned(from, to)
  } catch {
    // No room even for this; what needs it says so.
    return false
  } finally {
    for (const file of [from, to]) rmSync(file, { force: true })
  }
}

/** A block of most disks: Btrfs keeps smaller files elsewhere. */
const PROBE_BYTES = 4_096

/** Makes a copy that shares the blocks of a file; returns false if the disk cannot. */
export function isCloned(from: string, to: string): boolean {
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE)
    return true
  } catch {
    // Most disks cannot; a disk that is full says so at the plain copy.
    rmSync(to, { force: true })
    return false
  }
}
