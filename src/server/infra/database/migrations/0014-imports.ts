import type { Kysely } from 'kysely'

/**
 * Creates the table of adopted installations, whose databases were lost, and marks the checkouts
 * that were imported from a provider.
 */
export async function addImports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('adopted_installations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('adopted_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.alterTable('checkouts').addColumn('imported_at', 'bigint').execute()
}
