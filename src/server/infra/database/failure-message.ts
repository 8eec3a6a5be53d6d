import { findErrcode } from './sqlite-failures.ts'
import { StorageUnavailableError, type StorageTrouble } from './storage-failures.ts'

/** An error on its way to another thread: there only its message, stack and cause would arrive. */
export interface FailureMessage {
  trouble: StorageTrouble | undefined
  error: unknown
  errcode: number | undefined
}

export function toFailureMessage(failure: unknown): FailureMessage {
  const isTrouble = failure instanceof StorageUnavailableError
  const error = isTrouble ? failure.cause : failure
  return { trouble: isTrouble ? failure.trouble : undefined, error, errcode: findErrcode(error) }
}

export function fromFailureMessage({ trouble, error, errcode }: FailureMessage): unknown {
  if (error instanceof Error && errcode !== undefined) Object.assign(error, { errcode })
  return trouble === undefined ? error : new StorageUnavailableError(trouble, { cause: error })
}
