import { findErrcode } from './sqlite/sqlite-failures.ts'
import { StorageUnavailableError, type StorageErrorKind } from './storage-failures.ts'

/** An error on its way to another thread: there only its message, stack and cause would arrive. */
export interface FailureMessage {
  kind: StorageErrorKind | undefined
  error: unknown
  errcode: number | undefined
}

export function toFailureMessage(failure: unknown): FailureMessage {
  const isTrouble = failure instanceof StorageUnavailableError
  const error = isTrouble ? failure.cause : failure
  return { kind: isTrouble ? failure.kind : undefined, error, errcode: findErrcode(error) }
}

export function fromFailureMessage({ kind, error, errcode }: FailureMessage): unknown {
  if (error instanceof Error && errcode !== undefined) Object.assign(error, { errcode })
  return kind === undefined ? error : new StorageUnavailableError(kind, { cause: error })
}
