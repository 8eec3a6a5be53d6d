import type { DatabaseSync } from 'node:sqlite'
import { toSqliteFailure } from './sqlite-failures.ts'
import { WriterLostError } from '../storage-failures.ts'

/**
 * Does work in one transaction, which is durable when this resolves. When it rejects, nothing was
 * done; only with a WriterLostError is that not known, and the connection must not be used again.
 */
export async function inTransaction<Result>(
  connection: DatabaseSync,
  work: () => Promise<Result>,
): Promise<Result> {
  execute(connection, 'begin immediate')
  try {
    const result = await work()
    execute(connection, 'commit')
    return result
  } catch (error) {
    if (!(error instanceof WriterLostError)) rollBack(connection)
    throw error
  }
}

function execute(connection: DatabaseSync, statement: 'begin immediate' | 'commit'): void {
  try {
    connection.exec(statement)
  } catch (error) {
    throw toSqliteFailure(error, { isCommit: statement === 'commit' })
  }
}

function rollBack(connection: DatabaseSync): void {
  // A failure such as a full disk may have ended the transaction already.
  if (!connection.isTransaction) return
  try {
    connection.exec('rollback')
  } catch (cause) {
    throw new WriterLostError('A transaction could not be rolled back.', { cause })
  }
}
