import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { toSqliteFailure } from './sqlite-failures.ts'
import { StorageUnavailableError } from '../storage-failures.ts'

/** A lock on a data folder; the system releases it when the process dies. */
export interface DataDirLock {
  release(): void
}

/** Thrown when another process holds the folder; the message is for the host. */
export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError'
}

/**
 * Locks a data folder for this process. Throws a DataDirInUseError if another process holds it, and
 * the system's error if nothing can be written there.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  accessSync(dataDir, constants.W_OK)
  // The system releases a lock of SQLite's when a process is killed, so it is never left behind.
  const holder = new DatabaseSync(join(dataDir, 'lock.db'), { timeout: 0 })
  try {
    holder.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    holder.close()
    const failure = toSqliteFailure(error)
    const isHeld = failure instanceof StorageUnavailableError && failure.kind === 'busy'
    if (!isHeld) throw failure
    throw new DataDirInUseError(
      `Another Donation Royale already uses the data folder ${dataDir}: stop it, or set DATA_DIR to another folder.`,
      { cause: failure },
    )
  }
  return { release: () => holder.close() }
}
