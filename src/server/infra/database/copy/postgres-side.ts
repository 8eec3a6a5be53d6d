import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { toPostgresFailure } from '../postgres/postgres-failures.ts'
import type { Schema } from '../schema/schema.ts'
import { CopyError } from './copy-error.ts'
import { quote, type CopySide, type TableShape } from './copy-side.ts'
import { listColumns, readShapes } from './postgres-shapes.ts'

const CONNECT_TIMEOUT_MS = 5_000

/** Opens a PostgreSQL database for a copy, on one connection. */
export async function openPostgresSide(
  url: string,
  { role, isAlone }: { role: 'source' | 'target'; isAlone: boolean },
): Promise<CopySide> {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const client = await connect(url)
  try {
    if (isAlone) await requireAlone(client)
    if (role === 'source') await client.query('begin isolation level repeatable read read only')
    await client.query(`set work_mem = '64MB'`)
  } catch (error) {
    await client.end()
    throw error
  }
  const query = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows
  return {
    reader: toReader(client),
    readShapes: () => readShapes(client),
    listColumns: () => listColumns(client),
    query,
    read: (shape) => client.query(copyTo(copyOutQuery(shape))),
    fill: (shape, rows, finish) =>
      inTransaction(client, async () => {
        await deleteFirstRows(client, shape)
        const names = shape.columns.map(({ name }) => quote(name)).join(', ')
        const sink = client.query(copyFrom(`copy ${quote(shape.name)} (${names}) from stdin`))
        await pipeline(Readable.from(rows, { objectMode: true }), sink)
        await client.query(finish())
      }),
    readPosition: async (shape) => readPosition(client, shape),
    setPosition: async (shape, last) => {
      if (last < 1 || shape.identity === undefined) return
      await client.query('select setval(pg_get_serial_sequence($1, $2), $3)', [
        quote(shape.name),
        shape.identity,
        last,
      ])
    },
    settle: async () => void (await client.query('analyze')),
    close: () => client.end(),
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  })
  // A lost connection also fails the query that uses it; without a listener it ends the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    throw toPostgresFailure(error)
  }
}

/** Refuses a database that something else stays connected to. */
async function requireAlone(client: pg.Client): Promise<void> {
  let count = await countOthers(client)
  // A connection that was closed is on the server's list for a moment.
  for (let tries = 0; count > 0 && tries < TRIES; tries += 1) {
    await pause(PAUSE_MS)
    count = await countOthers(client)
  }
  if (count === 0) return
  throw new CopyError(
    `Something else is connected to the PostgreSQL database (connections: ${count}): stop all nodes and tools that use it, then try again.`,
  )
}

const TRIES = 20
const PAUSE_MS = 100

async function countOthers(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend'`)
  return rows[0]?.count ?? 0
}

/** Returns a handle for queries on this one connection, which the handle never ends. */
function toReader(client: pg.Client): Kysely<Schema> {
  const query = async (text: string, parameters: readonly unknown[]) =>
    client.query(text, [...parameters])
  return new Kysely<Schema>({
    dialect: new PostgresDialect({
      pool: {
        options: {},
        connect: async () => ({ query: query as never, release: () => {} }),
        end: async () => {},
      },
    }),
  })
}

function copyOutQuery({ name, columns, key }: TableShape): string {
  const fields = columns.map((column) =>
    column.kind === 'time'
      ? `to_char(${quote(column.name)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
      : quote(column.name),
  )
  const kinds = new Map(columns.map((column) => [column.name, column.kind]))
  // By bytes, as SQLite orders texts.
  const order = key.map((column) =>
    kinds.get(column) === 'text' ? `${quote(column)} collate "C"` : quote(column),
  )
  return `copy (select ${fields.join(', ')} from ${quote(name)} order by ${order.join(', ')}) to stdout`
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Deletes the rows that migrations made; a table that refuses deletion has none. */
async function deleteFirstRows(client: pg.Client, { name }: TableShape): Promise<void> {
  const { rows } = await client.query(`select 1 from ${quote(name)} limit 1`)
  if (rows.length > 0) await client.query(`delete from ${quote(name)}`)
}

async function readPosition(client: pg.Client, { name, identity }: TableShape): Promise<number> {
  if (identity === undefined) return 0
  const { rows } = await client.query<{ last: number | null }>(
    'select pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass) as last',
    [quote(name), identity],
  )
  return rows[0]?.last ?? 0
}
