import type { Reader } from './database.ts'

/** Runs `read` in one transaction of a reader, which holds one of its connections as long. */
export function readSnapshotOf<Result>(
  reader: Reader,
  read: (snapshot: Reader) => Promise<Result>,
): Promise<Result> {
  return reader
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}
