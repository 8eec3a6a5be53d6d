import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Holds a data folder for this process; the system lets go of it when the process dies. */
export interface DataDirLock {
  release(): void
}

/** Another process holds the folder; the message is for the host. */
export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError'
}

/** Fails with a DataDirInUseError where another process holds the folder. */
export function lockDataDir(dataDir: string): DataDirLock {
  // A lock that SQLite takes is the system's own: it cannot be left behind by a killed process.
  const holder = new DatabaseSync(join(dataDir, 'lock.db'), { timeout: 0 })
  try {
    holder.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (cause) {
    holder.close()
    throw new DataDirInUseError(
      `Another Donation Royale already uses the data folder ${dataDir}: stop it, or set DATA_DIR to another folder.`,
      { cause },
    )
  }
  return { release: () => holder.close() }
}
