import type pg from 'pg'
import { z } from 'zod'
import { OWN_TABLES, type ColumnKind, type TableShape } from './copy-side.ts'

const KINDS: Record<string, ColumnKind> = {
  bigint: 'integer',
  integer: 'integer',
  smallint: 'integer',
  text: 'text',
  'character varying': 'text',
  boolean: 'boolean',
  bytea: 'bytes',
  'timestamp with time zone': 'time',
}

const COLUMNS = `select c.table_name, c.column_name, c.data_type, c.is_identity
  from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where table_schema = current_schema() and t.table_type = 'BASE TABLE'
  order by c.table_name, c.ordinal_position`

const KEYS = `select t.relname as table_name, a.attname as column_name
  from pg_index i join pg_class t on t.oid = i.indrelid
  cross join lateral unnest(i.indkey) with ordinality as k(attnum, place)
  join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
  where i.indisprimary and t.relnamespace = current_schema()::regnamespace
  order by 1, k.place`

const REFERENCES = `select t.relname as table_name, p.relname as parent
  from pg_constraint f join pg_class t on t.oid = f.conrelid join pg_class p on p.oid = f.confrelid
  where f.contype = 'f' and f.connamespace = current_schema()::regnamespace`

const columnSchema = z.object({
  table_name: z.string(),
  column_name: z.string(),
  data_type: z.string(),
  is_identity: z.string(),
})
const keySchema = z.object({ table_name: z.string(), column_name: z.string() })
const referenceSchema = z.object({ table_name: z.string(), parent: z.string() })

/** Returns the columns of each table. */
export async function listColumns(client: pg.ClientBase): Promise<Map<string, string[]>> {
  const tables = new Map<string, string[]>()
  for (const { table_name, column_name } of z
    .array(columnSchema)
    .parse((await client.query(COLUMNS)).rows)) {
    tables.set(table_name, [...(tables.get(table_name) ?? []), column_name])
  }
  return tables
}

/** Reads the tables to copy of a PostgreSQL database; a table comes after those that it references. */
export async function readShapes(client: pg.ClientBase): Promise<TableShape[]> {
  const columns = z.array(columnSchema).parse((await client.query(COLUMNS)).rows)
  const keys = z.array(keySchema).parse((await client.query(KEYS)).rows)
  const references = z.array(referenceSchema).parse((await client.query(REFERENCES)).rows)
  const names = [...new Set(columns.map(({ table_name }) => table_name))].filter(
    (name) => !OWN_TABLES.includes(name),
  )
  return sortByReferences(names, references).map((name) => {
    const own = columns.filter(({ table_name }) => table_name === name)
    const key = keys.filter(({ table_name }) => table_name === name)
    return {
      name,
      columns: own.map(({ column_name, data_type }) => ({
        name: column_name,
        kind: requireKind(name, column_name, data_type),
      })),
      key: (key.length > 0 ? key : own).map(({ column_name }) => column_name),
      identity: own.find(({ is_identity }) => is_identity === 'YES')?.column_name,
    }
  })
}

function requireKind(table: string, column: string, type: string): ColumnKind {
  const kind = KINDS[type]
  if (kind === undefined) throw new Error(`${table}.${column} has the unknown type ${type}.`)
  return kind
}

function sortByReferences(
  names: readonly string[],
  references: readonly z.infer<typeof referenceSchema>[],
): string[] {
  const sorted = new Set<string>()
  const add = (name: string) => {
    if (sorted.has(name)) return
    for (const { table_name, parent } of references) {
      if (table_name === name && parent !== name) add(parent)
    }
    sorted.add(name)
  }
  for (const name of names) add(name)
  return [...sorted]
}
