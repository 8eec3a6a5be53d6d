import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { Pool, type PoolClient, type QueryResult } from 'pg'
import { isOutdatedPlan, toPostgresFailure } from './postgres-failures.ts'
import { StatementNames } from './statement-names.ts'
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

const END = /^(?:commit|rollback)$/

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
  const names = new StatementNames()
  const directs = new WeakMap<PoolClient, boolean>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await translateErrors(pool.connect())
      const isDirect = directs.get(client) ?? (await isConnectedDirectly(client))
      directs.set(client, isDirect)
      return toTelling(client, {
        idleMs: answerTimeoutMs === 0 ? 0 : IDLE_TRANSACTION_MS,
        names: isDirect ? names : undefined,
      })
    },
  }
}

/**
 * Returns whether a connection keeps to one session of the server. A pooler such as PgBouncer may
 * lend it another one for each transaction, which knows none of the names given in the one before;
 * it says so by a process id that is not the session's.
 */
async function isConnectedDirectly(client: PoolClient): Promise<boolean> {
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return 'processID' in client && rows[0]?.pid === client.processID
  } catch {
    // The next query fails likewise, and says why.
    return false
  }
}

interface TellingOptions {
  idleMs: number
  /** The names of statements; undefined if the connection keeps none. */
  names: StatementNames | undefined
}

function toTelling(client: PoolClient, { idleMs, names }: TellingOptions): PostgresPoolClient {
  // The transaction has the limit, not the session, which a pooler such as PgBouncer lends to others.
  const limit = `; set local idle_in_transaction_session_timeout = ${idleMs}`
  let isBroken = false
  let isInTransaction = false
  const send = async (text: string, values: readonly unknown[]): Promise<QueryResult> => {
    if (values.length === 0) return client.query(text)
    const name = names?.nameOf(text)
    return client.query({ ...(name !== undefined && { name }), text, values: [...values] })
  }
  /** Plans anew what was planned before its table changed, as it does while another node upgrades. */
  const sendAnew = async (text: string, values: readonly unknown[]): Promise<QueryResult> => {
    try {
      return await send(text, values)
    } catch (error) {
      if (!isOutdatedPlan(error)) throw error
      names?.forget()
      // A transaction has ended with the error, and is made once more as a whole.
      if (isInTransaction) throw error
      return send(text, values)
    }
  }
  const query = async (sql: string, parameters: readonly unknown[]): Promise<QueryResult> => {
    const begins = BEGIN.test(sql)
    if (begins || END.test(sql)) isInTransaction = begins
    try {
      return await translateErrors(sendAnew(begins ? sql + limit : sql, parameters))
    } catch (error) {
      isBroken ||= error instanceof StorageUnavailableError && DISCARDED.has(error.kind)
      throw error
    }
  }
  return {
    // Kysely uses only this form of `query`, since cursors are not set up.
    query: query as unknown as PostgresPoolClient['query'],
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
