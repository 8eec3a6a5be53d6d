import {
  StorageUnavailableError,
  type StorageErrorKind,
} from '#server/infra/database/storage-failures.ts'

/** Thrown when a backup cannot be made or used; the message is one sentence for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** Returns the BackupError for a failure of the disk that `folder` is on; any other error as it is. */
export function toBackupError(error: unknown, folder: string): unknown {
  if (isOfKind(error, 'ENOSPC', 'full')) {
    return new BackupError(`The disk of ${folder} is full: free some space, then try again.`, {
      cause: error,
    })
  }
  if (isRefused(error, folder)) {
    return new BackupError(
      `Nothing can be written in ${folder}: let this user write there, or name another folder.`,
      { cause: error },
    )
  }
  return error
}

function isOfKind(error: unknown, code: string, kind?: StorageErrorKind): boolean {
  if (error instanceof StorageUnavailableError) return error.kind === kind
  return error instanceof Error && 'code' in error && error.code === code
}

const REFUSALS = new Set(['ENOENT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR'])

/** Returns whether the system refused to write something in `folder`. */
function isRefused(error: unknown, folder: string): boolean {
  if (!(error instanceof Error && 'code' in error && 'path' in error)) return false
  return REFUSALS.has(String(error.code)) && String(error.path).startsWith(folder)
}
