import { CompiledQuery, PostgresAdapter, type Insertable, type Selectable } from 'kysely'
import type { Writer } from './database.ts'
import type { Schema } from './schema/schema.ts'

/** The most rows of one statement: SQLite takes 32,766 values, and no table has sixty columns. */
const ROWS_AT_ONCE = 500

interface InsertOptions<Table extends keyof Schema> {
  /** True to leave out rows that a unique constraint refuses; false to fail. */
  ignoreConflicts?: boolean
  /** The unique column by which rows that exist are updated instead, and the columns to update. */
  upsert?: {
    by: keyof Selectable<Schema[Table]> & string
    set: readonly (keyof Selectable<Schema[Table]> & string)[]
  }
  /** The columns to return of each inserted row. */
  returning?: readonly (keyof Selectable<Schema[Table]> & string)[]
}

/**
 * Inserts rows that all have the keys of the first, hundreds in one statement. The statement's text
 * is built here, because Kysely takes longer to compose hundreds of values than the database takes
 * to insert them: for SQLite once for each number of rows, while PostgreSQL gets all rows as one
 * value, so that its text, and its plan, are always the same. No value may be bytes.
 */
export async function insertRows<Table extends keyof Schema>(
  writer: Writer,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
  options: InsertOptions<Table> = {},
): Promise<Selectable<Schema[Table]>[]> {
  const inserted: Selectable<Schema[Table]>[] = []
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows.slice(from, from + ROWS_AT_ONCE)
    inserted.push(...(await insertTogether(writer, table, some, options)))
  }
  return inserted
}

async function insertTogether<Table extends keyof Schema>(
  writer: Writer,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
  options: InsertOptions<Table>,
): Promise<Selectable<Schema[Table]>[]> {
  const [first] = rows
  if (first === undefined) return []
  const isPostgres = writer.getExecutor().adapter instanceof PostgresAdapter
  const source = isPostgres ? 1 : placeholders(Object.keys(first).length, rows.length)
  const text = composeInsert(table, Object.keys(first), source, options)
  const parameters = isPostgres
    ? [JSON.stringify(rows, toStored)]
    : rows.flatMap((row) => Object.values(row))
  const { rows: inserted } = await writer.executeQuery<Selectable<Schema[Table]>>(
    CompiledQuery.raw(text, parameters),
  )
  return inserted
}

/** Composes the insertion of values, or of the rows in PostgreSQL's parameter of that number. */
function composeInsert<Table extends keyof Schema>(
  table: Table,
  columns: readonly string[],
  source: string | number,
  options: InsertOptions<Table>,
): string {
  const values =
    typeof source === 'string'
      ? `values ${source}`
      : `select ${quote(columns)} from json_populate_recordset(null::"${table}", $${source})`
  const { returning = [] } = options
  const answer = returning.length > 0 ? ` returning ${quote(returning)}` : ''
  return `insert into "${table}" (${quote(columns)}) ${values}${onConflict(options)}${answer}`
}

/** Rows to insert into a table. */
interface RowsOf<Table extends keyof Schema> {
  table: Table
  rows: readonly Insertable<Schema[Table]>[]
  /** See `InsertOptions`. */
  ignoreConflicts?: boolean
}

/** Rows to insert into any table. */
export type TableRows = { [Table in keyof Schema]: RowsOf<Table> }[keyof Schema]

/**
 * Inserts rows as `insertRows` does, into several tables. On PostgreSQL they are one statement, so
 * they are checked against each other, and conflict with each other, only at its end.
 */
export async function insertAll(writer: Writer, inserts: readonly TableRows[]): Promise<void> {
  const full = inserts.filter(({ rows }) => rows.length > 0)
  const isPostgres = writer.getExecutor().adapter instanceof PostgresAdapter
  const isOne = full.length < 2 || full.some(({ rows }) => rows.length > ROWS_AT_ONCE)
  if (!isPostgres || isOne) {
    for (const { table, rows, ...options } of full) await insertRows(writer, table, rows, options)
    return
  }
  const statements = full.map(({ table, rows, ...options }, index) =>
    composeInsert(table, Object.keys(rows[0] ?? {}), index + 1, options),
  )
  const last = statements.pop()
  const others = statements.map((statement, index) => `inserted${index} as (${statement})`)
  const parameters = full.map(({ rows }) => JSON.stringify(rows, toStored))
  await writer.executeQuery(CompiledQuery.raw(`with ${others.join(', ')} ${last}`, parameters))
}

function onConflict<Table extends keyof Schema>(options: InsertOptions<Table>): string {
  const { ignoreConflicts = false, upsert } = options
  if (upsert === undefined) return ignoreConflicts ? ' on conflict do nothing' : ''
  const set = upsert.set.map((column) => `"${column}" = excluded."${column}"`)
  return ` on conflict ("${upsert.by}") do update set ${set.join(', ')}`
}

/** Replaces halves of surrogate pairs, as drivers do: PostgreSQL refuses them in JSON. */
export function toStored(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}

function quote(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}

const KNOWN = new Map<string, string>()

function placeholders(columns: number, rows: number): string {
  const key = `${columns} ${rows}`
  const known = KNOWN.get(key)
  if (known !== undefined) return known
  const row = `(${Array.from({ length: columns }, () => '?').join(',')})`
  const text = Array.from({ length: rows }, () => row).join(',')
  KNOWN.set(key, text)
  return text
}
