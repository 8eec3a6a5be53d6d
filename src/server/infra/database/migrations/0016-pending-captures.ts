import type { Kysely } from 'kysely'

/**
 * Adds the data of a pending capture that is needed after its order has expired at the provider.
 */
export async function addPendingCaptures(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('checkouts').addColumn('pending_capture_id', 'text').execute()
  await db.schema.alterTable('checkouts').addColumn('pending_payer_name', 'text').execute()
}
