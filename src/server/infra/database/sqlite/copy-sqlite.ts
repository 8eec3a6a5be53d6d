import { backup, DatabaseSync } from 'node:sqlite'
import { toSqliteFailure } from './sqlite-failures.ts'

/** The pages that are copied in one step: 40 MB. */
const PAGES_PER_STEP = 10_000

/** The longest wait for a lock of the server that is starting or stopping, ms. */
const BUSY_TIMEOUT_MS = 10_000

/**
 * Copies a database into a new file as it was at one moment, also while a server writes: the read
 * transaction keeps that moment, so that writers neither wait for the copy nor make it begin again.
 */
export async function copySqlite(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { timeout: BUSY_TIMEOUT_MS })
  try {
    // A transaction has its moment from the first read on.
    source.exec('pragma query_only = on; begin; select count(*) from sqlite_schema')
    await backup(source, to, { rate: PAGES_PER_STEP })
    makeWhole(to)
  } catch (error) {
    throw toSqliteFailure(error)
  } finally {
    source.close()
  }
}

/** Lets the file be whole without a write-ahead log beside it. */
function makeWhole(file: string): void {
  const copy = new DatabaseSync(file)
  try {
    copy.exec('pragma journal_mode = delete')
  } finally {
    copy.close()
  }
}
