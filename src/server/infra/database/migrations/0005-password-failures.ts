import type { Kysely } from 'kysely'

/**
 * Creates the table of wrong passwords, by account and by known browser, which delay the next try.
 */
export async function createPasswordFailures(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('password_failures')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('blocked_until', 'bigint', (column) => column.notNull())
    .addColumn('forget_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('password_failures_forgotten')
    .on('password_failures')
    .column('forget_at')
    .execute()
}
