import { StorageUnavailableError, type StorageErrorKind } from '../storage-failures.ts'

/** https://www.postgresql.org/docs/current/errcodes-appendix.html, and Node's own codes. */
const TROUBLES: Record<string, StorageErrorKind> = {
  '25006': 'read_only',
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

/** Connection exceptions, refused log-ins, unknown databases, a server that stops or starts. */
const UNREACHABLE = /^(?:08...|28...|3D000|57P0[1-5])$/

/** What the driver says in words alone. */
const DRIVER_WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/

/** An error of PostgreSQL's or its driver's in the words of the product; any other one as it is. */
export function explainPostgres(error: unknown): unknown {
  const kind = findTrouble(error)
  return kind === undefined ? error : new StorageUnavailableError(kind, { cause: error })
}

function findTrouble(error: unknown): StorageErrorKind | undefined {
  if (!(error instanceof Error)) return undefined
  // What was tried on several addresses failed on each of them.
  if (error instanceof AggregateError) return findTrouble(error.errors[0])
  if (DRIVER_WORDS.test(error.message)) return 'unreachable'
  if (!('code' in error) || typeof error.code !== 'string') return undefined
  return UNREACHABLE.test(error.code) ? 'unreachable' : TROUBLES[error.code]
}
