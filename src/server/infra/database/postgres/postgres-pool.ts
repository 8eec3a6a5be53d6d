import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { Pool } from 'pg'
import { explainPostgres } from './postgres-failures.ts'
import { StorageUnavailableError } from '../storage-failures.ts'

const CONNECTIONS = 12
const CONNECT_TIMEOUT_MS = 5_000

/**
 * Connections whose failures are told in the words of the product, and which outlive the server. One
 * that stays silent for longer than `answerTimeoutMs` is given up; 0 waits for ever.
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
  // A connection that breaks also says so aloud, and would end the process if nobody listened. The
  // pool drops it; whoever uses it is told by their query, and the next one opens another.
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
    // The only form that Kysely uses: cursors are not set up.
    query: query as PostgresPoolClient['query'],
    release: (isDiscarded) => client.release(isBroken || isDiscarded === true),
  }
}

async function translateErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw explainPostgres(error)
  }
}
