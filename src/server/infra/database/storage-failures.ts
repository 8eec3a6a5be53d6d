import { AppError } from '#contract/app-error.ts'

/**
 * What keeps a database from its work, and may pass by itself. `contended` is a transaction that a
 * server gave up for the sake of another one; it may go through at once.
 */
export type StorageErrorKind =
  | 'full'
  | 'read_only'
  | 'busy'
  | 'contended'
  | 'input_output'
  | 'unreachable'

/**
 * The database could not do its work; the same work may succeed later. A unit of work that fails
 * so was not done; only where the connection to a server broke at the commit it is not known.
 */
export class StorageUnavailableError extends AppError {
  readonly kind: StorageErrorKind

  constructor(kind: StorageErrorKind, options: ErrorOptions) {
    super('unavailable', kind === 'unreachable' ? CANNOT_REACH : CANNOT_SAVE, options)
    this.kind = kind
  }
}

// True of every request, also of one whose money has been taken: nothing is said of money.
const CANNOT_SAVE = 'The server cannot save anything right now. Please try again in a moment.'
const CANNOT_REACH = 'The server cannot reach its database right now. Please try again in a moment.'

/** The database's file is not what it should be; only the host can mend it. */
export class DamagedDatabaseError extends Error {
  override readonly name = 'DamagedDatabaseError'
}

/**
 * What the writer was doing can be neither done nor undone: what is on the disk is not known. Its
 * process must end; the next one begins with what is truly there.
 */
export class WriterLostError extends Error {
  override readonly name = 'WriterLostError'
}

/** Why a unit of work was not done, with the name of the write that it asked for. */
export function toWriteFailure(write: string, error: unknown): Error {
  const isTrouble = error instanceof StorageUnavailableError
  const failure = new Error(`The write "${write}" failed.`, {
    cause: isTrouble ? error.cause : error,
  })
  return isTrouble ? new StorageUnavailableError(error.kind, { cause: failure }) : failure
}
