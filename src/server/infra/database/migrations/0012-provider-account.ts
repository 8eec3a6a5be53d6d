import type { Kysely } from 'kysely'

/**
 * Adds the provider's account to each payment and to the progress of reading a provider's lists.
 */
export async function addProviderAccount(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('checkouts').addColumn('provider_account', 'text').execute()
  await db.schema.alterTable('checkouts').addColumn('provider_expires_at', 'bigint').execute()
  await db.schema.alterTable('checkouts').addColumn('capture_asked_at', 'bigint').execute()
  await db.schema.alterTable('reconcile_marks').addColumn('provider_account', 'text').execute()
}
