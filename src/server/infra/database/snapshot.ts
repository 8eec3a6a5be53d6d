import type { Database, Reader } from './database.ts'

/** Runs `read` on one snapshot of the database. */
export function readSnapshot<Result>(
  database: Database,
  read: (snapshot: Reader) => Promise<Result>,
): Promise<Result> {
  return database.reader
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}
