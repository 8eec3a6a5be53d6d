import type { Kysely } from 'kysely'

/**
 * Keeps whose payments are ours as well, after a database was lost, and which checkouts were made of
 * what the provider had.
 */
export async function addImports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('adopted_installations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('adopted_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.alterTable('checkouts').addColumn('imported_at', 'bigint').execute()
}
