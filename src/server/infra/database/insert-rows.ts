import { CompiledQuery, PostgresAdapter, type Insertable, type Selectable } from 'kysely'
import type { Writer } from './database.ts'
import type { Schema } from './schema/schema.ts'

/**
 * The most rows of one statement. PostgreSQL takes 65,535 values a statement, and no table has a
 * hundred columns.
 */
const ROWS_AT_ONCE = 500

interface InsertOptions<Table extends keyof Schema> {
  /** True to leave out rows that a unique constraint refuses; false to fail. */
  ignoreConflicts?: boolean
  /** The columns to return of each inserted row. */
  returning?: readonly (keyof Selectable<Schema[Table]> & string)[]
}

/**
 * Inserts rows that all have the keys of the first, hundreds in one statement. The statement's text
 * is built here, once for each number of rows, because Kysely takes longer to compose hundreds of
 * values than the database takes to insert them.
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
  { ignoreConflicts = false, returning = [] }: InsertOptions<Table>,
): Promise<Selectable<Schema[Table]>[]> {
  const [first] = rows
  if (first === undefined) return []
  const columns = Object.keys(first)
  const isPostgres = writer.getExecutor().adapter instanceof PostgresAdapter
  const values = placeholders(columns.length, rows.length, isPostgres)
  const conflict = ignoreConflicts ? ' on conflict do nothing' : ''
  const answer = returning.length > 0 ? ` returning ${quote(returning)}` : ''
  const text = `insert into "${table}" (${quote(columns)}) values ${values}${conflict}${answer}`
  const parameters = rows.flatMap((row) => Object.values(row))
  const { rows: inserted } = await writer.executeQuery<Selectable<Schema[Table]>>(
    CompiledQuery.raw(text, parameters),
  )
  return inserted
}

function quote(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}

const KNOWN = new Map<string, string>()

function placeholders(columns: number, rows: number, isPostgres: boolean): string {
  const key = `${columns} ${rows} ${isPostgres}`
  const known = KNOWN.get(key)
  if (known !== undefined) return known
  const one = (row: number, column: number) => (isPostgres ? `$${row * columns + column + 1}` : '?')
  const text = Array.from(
    { length: rows },
    (_row, row) =>
      `(${Array.from({ length: columns }, (_, column) => one(row, column)).join(',')})`,
  ).join(',')
  KNOWN.set(key, text)
  return text
}
