import {
  DamagedDatabaseError,
  StorageUnavailableError,
  WriterLostError,
  type StorageErrorKind,
} from '../storage-failures.ts'

/** The kind of error of SQLite's primary result codes, https://sqlite.org/rescode.html. */
const ERROR_KINDS: Record<number, StorageErrorKind> = {
  5: 'busy',
  6: 'busy',
  8: 'read_only',
  10: 'input_output',
  13: 'full',
  14: 'input_output',
  15: 'busy',
}
const IOERR = 10
const CORRUPT = 11
const NOTADB = 26

/** The result code when the shared memory file could not grow, since the disk is full. */
const IOERR_SHMSIZE = 4_874

const SYNC_FAILURES = new Set([
  // SQLITE_IOERR_FSYNC
  1_034,
  // SQLITE_IOERR_DIR_FSYNC
  1_290,
])

/** Returns SQLite's extended result code, or undefined if the error is not SQLite's. */
export function findErrcode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode : undefined
}

/**
 * Returns the StorageUnavailableError, DamagedDatabaseError or WriterLostError for an error of
 * SQLite; any other error as it is.
 */
export function toSqliteFailure(error: unknown, { isCommit = false } = {}): unknown {
  const code = findErrcode(error)
  if (code === undefined) return error
  if (leavesDiskUnknown(code, isCommit)) {
    return new WriterLostError('The disk has failed at a commit.', { cause: error })
  }
  const kind = code === IOERR_SHMSIZE ? 'full' : ERROR_KINDS[primary(code)]
  if (kind !== undefined) return new StorageUnavailableError(kind, { cause: error })
  if (primary(code) === CORRUPT || primary(code) === NOTADB) {
    return new DamagedDatabaseError('The database file is damaged.', { cause: error })
  }
  return error
}

/**
 * Returns whether it is unknown what is on the disk. After a failed fsync the system may treat the
 * lost pages as written, so that a second fsync succeeds without having stored them.
 */
function leavesDiskUnknown(code: number, isCommit: boolean): boolean {
  if (code === IOERR_SHMSIZE) return false
  return SYNC_FAILURES.has(code) || (isCommit && primary(code) === IOERR)
}

function primary(code: number): number {
  return code & 0xff
}
