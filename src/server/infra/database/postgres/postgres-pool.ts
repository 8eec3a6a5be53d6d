import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { Pool } from 'pg'
import { toPostgresFailure } from './postgres-failures.ts'
import { StorageUnavailableError, type StorageErrorKind } from '../storage-failures.ts'

const CONNECTIONS = 12
const CONNECT_TIMEOUT_MS = 5_000

/**
 * The time for which PostgreSQL lets a transaction wait for its client's next statement, ms. Without
 * it the rows that a frozen or parted node has locked would stop the writes of all others.
 */
const IDLE_TRANSACTION_MS = 5_000

/** The failures after which another connection may do better: one to a standby can only read. */
const DISCARDED: ReadonlySet<StorageErrorKind> = new Set(['unreachable', 'read_only'])

const BEGIN = /^(?:begin|start transaction)/

/**
 * Opens a pool whose errors are StorageUnavailableErrors, and which reconnects when the server is
 * back. A query without an answer fails after `answerTimeoutMs`; 0 waits for ever, also for the next
 * statement of a transaction.
 */
export function openPool(
  url: string,
  { answerTimeoutMs }: { answerTimeoutMs: number },
): PostgresPool {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
  })
  // A connection that breaks also emits an error, which would end the process without a listener.
  // The pool drops the connection; the query that uses it fails, and the next one opens another.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () =>
      toTelling(
        await translateErrors(pool.connect()),
        answerTimeoutMs === 0 ? 0 : IDLE_TRANSACTION_MS,
      ),
  }
}

function toTelling(client: PostgresPoolClient, idleMs: number): PostgresPoolClient {
  // The transaction has the limit, not the session, which a pooler such as PgBouncer lends to others.
  const limit = `; set local idle_in_transaction_session_timeout = ${idleMs}`
  let isBroken = false
  const query = async <Row>(
    sql: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>> => {
    try {
      const statement = BEGIN.test(sql) ? sql + limit : sql
      return await translateErrors(client.query<Row>(statement, parameters))
    } catch (error) {
      isBroken ||= error instanceof StorageUnavailableError && DISCARDED.has(error.kind)
      throw error
    }
  }
  return {
    // Kysely uses only this form of `query`, since cursors are not set up.
    query: query as PostgresPoolClient['query'],
    release: (isDiscarded) => client.release(isBroken || isDiscarded === true),
  }
}

async function translateErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw toPostgresFailure(error)
  }
}
