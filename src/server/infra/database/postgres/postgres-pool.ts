import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { Pool } from 'pg'
import { toPostgresFailure } from './postgres-failures.ts'
import { StorageUnavailableError } from '../storage-failures.ts'

const CONNECTIONS = 12
const CONNECT_TIMEOUT_MS = 5_000

/**
 * Opens a pool whose errors are StorageUnavailableErrors, and which reconnects when the server is
 * back. A query without an answer fails after `answerTimeoutMs`; 0 waits for ever.
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
    connect: async () => toTelling(await translateErrors(pool.connect())),
  }
}

function toTelling(client: PostgresPoolClient): PostgresPoolClient {
  let isBroken = false
  const query = async <Row>(
    sql: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>> => {
    try {
      return await translateErrors(client.query<Row>(sql, parameters))
    } catch (error) {
      isBroken ||= error instanceof StorageUnavailableError && error.kind === 'unreachable'
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
