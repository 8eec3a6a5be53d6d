import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { explainSqlite } from './sqlite-failures.ts'
import { StorageUnavailableError } from '../storage-failures.ts'

/** Holds a data folder for this process; the system lets go of it when the process dies. */
export interface DataDirLock {
  release(): void
}

/** Another process holds the folder; the message is for the host. */
export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError'
}

/**
 * Fails with a DataDirInUseError where another process holds the folder, and as the system does
 * where nothing can be written there.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  accessSync(dataDir, constants.W_OK)
  // A lock that SQLite takes is the system's own: it cannot be left behind by a killed process.
  const holder = new DatabaseSync(join(dataDir, 'lock.db'), { timeout: 0 })
  try {
    holder.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    holder.close()
    const failure = explainSqlite(error)
    const isHeld = failure instanceof StorageUnavailableError && failure.kind === 'busy'
    if (!isHeld) throw failure
    throw new DataDirInUseError(
      `Another Donation Royale already uses the data folder ${dataDir}: stop it, or set DATA_DIR to another folder.`,
      { cause: failure },
    )
  }
  return { release: () => holder.close() }
}
