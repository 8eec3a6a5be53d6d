import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DataDirInUseError, lockDataDir } from '#server/infra/database/sqlite/data-dir-lock.ts'
import { BackupError, toBackupError } from './backup-error.ts'

/** The folder for unfinished files; it lies beside the finished ones, on the same disk. */
export const WORK_FOLDER = '.donation-royale-unfinished'

/**
 * Calls `work` with an empty folder inside `parent`, which is removed afterwards. What a killed
 * process has left there is removed first. Throws a BackupError while another process works there.
 */
export async function inWorkFolder<Result>(
  parent: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = join(parent, WORK_FOLDER)
  try {
    makeFolder(folder)
    return await whileLocked(folder, work)
  } catch (error) {
    throw toBackupError(error, parent)
  }
}

async function whileLocked<Result>(
  folder: string,
  work: (files: string) => Promise<Result>,
): Promise<Result> {
  const lock = lockFolder(folder)
  const files = join(folder, 'files')
  try {
    rmSync(files, { recursive: true, force: true })
    mkdirSync(files, { mode: 0o700 })
    return await work(files)
  } finally {
    rmSync(files, { recursive: true, force: true })
    lock.release()
    rmSync(folder, { recursive: true, force: true })
  }
}

function lockFolder(folder: string) {
  try {
    return lockDataDir(folder)
  } catch (cause) {
    if (!(cause instanceof DataDirInUseError)) {
      rmSync(folder, { recursive: true, force: true })
      throw cause
    }
    throw new BackupError(
      `Another backup is being written or restored in ${dirname(folder)}: wait until it has ended.`,
      { cause },
    )
  }
}

/** Makes a folder and those above it; Node's own way to do that never ends under /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}
