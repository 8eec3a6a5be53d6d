import type { Kysely } from 'kysely'

/** Keeps with each payment, and with what was read of a provider's lists, of which account it is. */
export async function addProviderAccount(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('checkouts').addColumn('provider_account', 'text').execute()
  await db.schema.alterTable('checkouts').addColumn('provider_expires_at', 'bigint').execute()
  await db.schema.alterTable('checkouts').addColumn('capture_asked_at', 'bigint').execute()
  await db.schema.alterTable('reconcile_marks').addColumn('provider_account', 'text').execute()
}
