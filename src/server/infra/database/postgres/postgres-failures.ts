import { DatabaseError } from 'pg'
import { StorageUnavailableError, type StorageErrorKind } from '../storage-failures.ts'

/**
 * The kind of error of PostgreSQL's codes
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html) and of Node's.
 */
const ERROR_KINDS: Record<string, StorageErrorKind> = {
  '25006': 'read_only',
  // The connection is closed: this node was frozen or parted in the middle of a transaction.
  '25P03': 'unreachable',
  '40001': 'contended',
  '40P01': 'contended',
  '53100': 'full',
  '53200': 'busy',
  '53300': 'busy',
  '55P03': 'busy',
  '57014': 'busy',
  '58030': 'input_output',
  EAI_AGAIN: 'unreachable',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTFOUND: 'unreachable',
  EPIPE: 'unreachable',
  ETIMEDOUT: 'unreachable',
}

/**
 * Matches connection exceptions, refused log-ins, unknown databases, and a server that stops or
 * starts.
 */
const UNREACHABLE = /^(?:08...|28...|3D000|57P0[1-5])$/

/** Matches driver errors that have a message but no code. */
const DRIVER_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/

/**
 * Returns a StorageUnavailableError for an error of PostgreSQL or its driver; any other error as it
 * is.
 */
export function toPostgresFailure(error: unknown): unknown {
  const kind = findErrorKind(error)
  return kind === undefined ? error : new StorageUnavailableError(kind, { cause: error })
}

/**
 * Returns whether a statement failed because it was planned for a table that has changed since. It
 * has no code of its own, and the message is PostgreSQL's own, whatever language it speaks.
 */
export function isOutdatedPlan(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === '0A000' &&
    error.routine === 'RevalidateCachedQuery'
  )
}

function findErrorKind(error: unknown): StorageErrorKind | undefined {
  if (!(error instanceof Error)) return undefined
  // A connection that was tried on several addresses failed on each of them.
  if (error instanceof AggregateError) return findErrorKind(error.errors[0])
  if (DRIVER_MESSAGES.test(error.message)) return 'unreachable'
  if (isOutdatedPlan(error)) return 'contended'
  if (!('code' in error) || typeof error.code !== 'string') return undefined
  return UNREACHABLE.test(error.code) ? 'unreachable' : ERROR_KINDS[error.code]
}
