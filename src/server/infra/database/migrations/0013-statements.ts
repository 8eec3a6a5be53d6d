import type { Kysely } from 'kysely'

/** Creates the tables of the providers' statement lines and of their comparison with the ledger. */
export async function addStatements(db: Kysely<unknown>): Promise<void> {
  await createLines(db)
  await db.schema
    .createTable('statement_marks')
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('provider_account', 'text')
    .addColumn('compared_until', 'bigint')
    .addColumn('tried_at', 'bigint', (column) => column.notNull())
    .addColumn('report', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('statement_marks_key', ['provider', 'livemode'])
    .execute()
  await db.schema
    .createTable('statement_drifts')
    .addColumn('checkout_id', 'text', (column) => column.primaryKey())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('statement_cents', 'bigint', (column) => column.notNull())
    .addColumn('ledger_cents', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('ledger_entries_by_time')
    .on('ledger_entries')
    .column('created_at')
    .execute()
}

async function createLines(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('statement_lines')
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('line_id', 'text', (column) => column.notNull())
    .addColumn('checkout_id', 'text', (column) => column.notNull())
    .addColumn('object_id', 'text')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('gross_cents', 'bigint', (column) => column.notNull())
    .addColumn('fee_cents', 'bigint', (column) => column.notNull())
    .addColumn('net_cents', 'bigint', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('statement_lines_key', ['provider', 'livemode', 'line_id'])
    .execute()
  for (const column of ['checkout_id', 'object_id']) {
    await db.schema
      .createIndex(`statement_lines_by_${column}`)
      .on('statement_lines')
      .column(column)
      .execute()
  }
  await db.schema
    .createIndex('statement_lines_by_time')
    .on('statement_lines')
    .columns(['provider', 'livemode', 'at'])
    .execute()
}
