import type { Kysely } from 'kysely'

/** Adds the accounts that were deleted, and what is still to be erased of them. */
export async function addAccountDeletions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account_deletions')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('deleted_at', 'bigint', (column) => column.notNull())
    .addColumn('address_key', 'text')
    .addColumn('next_sweep_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('account_deletions_due')
    .on('account_deletions')
    .column('next_sweep_at')
    .execute()
}
