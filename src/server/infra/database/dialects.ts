import {
  sql,
  type ColumnDataType,
  type ColumnDefinitionBuilderCallback,
  type RawBuilder,
} from 'kysely'

/** The parts of a migration that differ between the databases. */
export interface Dialect {
  /** The type of a primary key by which the database orders the stored rows, if it does so. */
  rowKey: ColumnDataType
  /** The type of bytes. */
  bytes: ColumnDataType
  /** The type and constraints of a key that the database increments. */
  identity: [ColumnDataType, ColumnDefinitionBuilderCallback]
  /** The clause with which texts are compared by their bytes, so that a prefix is a range. */
  byBytes: RawBuilder<unknown>
  /** Returns statements that make UPDATE and DELETE of the table's rows fail. */
  appendOnly(table: string): RawBuilder<unknown>[]
  /** Returns statements that make UPDATE of the table's rows fail; they can be deleted. */
  eraseOnly(table: string): RawBuilder<unknown>[]
}

export const sqliteDialect: Dialect = {
  rowKey: 'integer',
  bytes: 'blob',
  identity: ['integer', (column) => column.primaryKey().autoIncrement()],
  byBytes: sql``,
  appendOnly: (table) => ['update', 'delete'].map((verb) => refuse(verb, table)),
  eraseOnly: (table) => [refuse('update', table)],
}

/** Returns the trigger of SQLite that refuses a kind of change. */
function refuse(verb: string, table: string): RawBuilder<unknown> {
  return sql`create trigger ${sql.ref(`${table}_no_${verb}`)} before ${sql.raw(verb)}
    on ${sql.table(table)} begin select raise(abort, 'append-only table'); end`
}

export const postgresDialect: Dialect = {
  rowKey: 'bigint',
  bytes: 'bytea',
  identity: ['bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity()],
  byBytes: sql`collate "C"`,
  appendOnly: (table) => [
    sql`create or replace function refuse_change() returns trigger language plpgsql
      as $$ begin raise exception 'append-only table'; end $$`,
    sql`create trigger ${sql.ref(`${table}_append_only`)} before update or delete or truncate
      on ${sql.table(table)} execute function refuse_change()`,
  ],
  // The function is there since the first table that is append-only.
  eraseOnly: (table) => [
    sql`create trigger ${sql.ref(`${table}_erase_only`)} before update or truncate
      on ${sql.table(table)} execute function refuse_change()`,
  ],
}
