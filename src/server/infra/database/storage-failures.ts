import { AppError } from '#contract/app-error.ts'

/**
 * The reason why a database cannot work at the moment. `contended` is a transaction that a server
 * rolled back in favour of another one; it may succeed at once.
 */
export type StorageErrorKind =
  | 'full'
  | 'read_only'
  | 'busy'
  | 'contended'
  | 'input_output'
  | 'unreachable'

/**
 * Thrown when the database could not do its work; the same work may succeed later. The unit of work
 * was not done, except that this is unknown if the connection to a server broke at the commit.
 */
export class StorageUnavailableError extends AppError {
  readonly kind: StorageErrorKind

  constructor(kind: StorageErrorKind, options: ErrorOptions) {
    super('unavailable', kind === 'unreachable' ? CANNOT_REACH : CANNOT_SAVE, options)
    this.kind = kind
  }
}

// The message is shown on every request, also if money has been taken, so it says nothing of money.
const CANNOT_SAVE = 'The server cannot save anything right now. Please try again in a moment.'
const CANNOT_REACH = 'The server cannot reach its database right now. Please try again in a moment.'

/** Thrown when the database's file is damaged; only the host can repair it. */
export class DamagedDatabaseError extends Error {
  override readonly name = 'DamagedDatabaseError'
}

/**
 * Thrown when the writer's last work can be neither completed nor undone, as it is unknown what is
 * on the disk. The process must end; the next one reads what was stored.
 */
export class WriterLostError extends Error {
  override readonly name = 'WriterLostError'
}

/** Builds the error of a unit of work that was not done, with the name of its write. */
export function toWriteFailure(write: string, error: unknown): Error {
  const isUnavailable = error instanceof StorageUnavailableError
  const failure = new Error(`The write "${write}" failed.`, {
    cause: isUnavailable ? error.cause : error,
  })
  return isUnavailable ? new StorageUnavailableError(error.kind, { cause: failure }) : failure
}
