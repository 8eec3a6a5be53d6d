import type { DatabaseSync } from 'node:sqlite'
import { toFailureMessage, type FailureMessage } from '../failure-message.ts'
import { toSqliteFailure } from './sqlite-failures.ts'

/** The message from the main thread that asks the writer thread to purge the files. */
export const PURGE = 'purge'

/** The response to it: null, or the reason why it failed. */
export interface PurgedMessage {
  purged: FailureMessage | null
}

/**
 * Moves all of the write-ahead log into the database's file, and empties it. Deleted rows are
 * overwritten there, but the log still has what they were.
 */
export function purge(connection: DatabaseSync): PurgedMessage {
  try {
    const result = connection.prepare('pragma wal_checkpoint(truncate)').get()
    if (result?.['busy'] !== 0) throw new Error('Another program holds the write-ahead log.')
    return { purged: null }
  } catch (error) {
    return { purged: toFailureMessage(toSqliteFailure(error)) }
  }
}
