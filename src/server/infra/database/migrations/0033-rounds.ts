import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialects.ts'

/**
 * Adds rounds with their results, and to donations the time at which a payment was begun that was
 * pending before it was captured.
 */
export async function addRounds(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  for (const table of ['donations', 'board_changes']) {
    await db.schema.alterTable(table).addColumn('begun_at', 'bigint').execute()
  }
  await db.schema
    .createTable('rounds')
    .addColumn('id', 'varchar(36)', (column) => column.primaryKey())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('prize', 'text')
    .addColumn('ranks', 'text', (column) => column.notNull())
    .addColumn('pending', 'text', (column) => column.notNull())
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull().check(sql`ends_at > starts_at`))
    .addColumn('overtimes', 'integer', (column) => column.notNull())
    .addColumn('overtimes_used', 'integer', (column) => column.notNull())
    .addColumn('ended_early', 'integer', (column) => column.notNull())
    .addColumn('cancelled_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('rounds_by_start')
    .on('rounds')
    .columns(['livemode', 'starts_at'])
    .execute()
  await addResults(db, dialect)
}

async function addResults(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('round_results')
    .addColumn('round_id', 'varchar(36)', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('recorded_at', 'bigint', (column) => column.notNull())
    .addColumn('feed_version', 'bigint', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addColumn('amount_cents', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('round_results_key', ['round_id', 'version'])
    .execute()
  await db.schema
    .createTable('round_result_rows')
    .addColumn('round_id', 'varchar(36)', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('row_id', 'text', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('name_sequence', 'bigint')
    .addColumn('amount_cents', 'bigint', (column) => column.notNull())
    .addColumn('struck', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('round_result_rows_key', ['round_id', 'version', 'place'])
    .execute()
  for (const table of ['round_results', 'round_result_rows']) {
    for (const statement of dialect.appendOnly(table)) await statement.execute(db)
  }
}
