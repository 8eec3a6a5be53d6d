import { findErrcode } from './sqlite/sqlite-failures.ts'
import { StorageUnavailableError, type StorageErrorKind } from './storage-failures.ts'

/**
 * An error as a message to another thread; an Error itself would keep only its message, stack and
 * cause on the way.
 */
export interface FailureMessage {
  kind: StorageErrorKind | undefined
  error: unknown
  errcode: number | undefined
}

export function toFailureMessage(failure: unknown): FailureMessage {
  const isUnavailable = failure instanceof StorageUnavailableError
  const error = isUnavailable ? failure.cause : failure
  return { kind: isUnavailable ? failure.kind : undefined, error, errcode: findErrcode(error) }
}

export function fromFailureMessage({ kind, error, errcode }: FailureMessage): unknown {
  if (error instanceof Error && errcode !== undefined) Object.assign(error, { errcode })
  return kind === undefined ? error : new StorageUnavailableError(kind, { cause: error })
}
