import { PostgresAdapter, sql, type RawBuilder } from 'kysely'
import type { Writer } from './database.ts'
import { toStored } from './insert-rows.ts'

type ColumnType = 'text' | 'bigint'

type Column<Type extends ColumnType> = Type extends 'text' ? string : number

/**
 * Returns rows as a table for the FROM of a statement. Each column, or all of them, is one value, so
 * that the statement has one text, and one plan, for any number of rows.
 */
export function rowList<Types extends Record<string, ColumnType>>(
  writer: Writer,
  { name, types }: { name: string; types: Types },
  rows: readonly { [Key in keyof Types]: Column<Types[Key]> }[],
): RawBuilder<unknown> {
  const columns = Object.keys(types)
  if (!(writer.getExecutor().adapter instanceof PostgresAdapter)) {
    const fields = columns.map((column) => sql`value ->> ${sql.lit(column)} as ${sql.ref(column)}`)
    const json = JSON.stringify(rows, toStored)
    return sql`(select ${sql.join(fields)} from json_each(${json})) as ${sql.ref(name)}`
  }
  // Unlike a list in JSON it is not taken for a hundred rows, for which a table would be read whole.
  const arrays = columns.map((column) => {
    const values = rows.map((row) => row[column])
    return sql`cast(${values} as ${sql.raw(`${types[column]}[]`)})`
  })
  return sql`unnest(${sql.join(arrays)}) as ${sql.ref(name)}(${sql.join(columns.map((column) => sql.ref(column)))})`
}
