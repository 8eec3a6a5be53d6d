import type { Kysely } from 'kysely'

/** Keeps of money that is under way what outlives its order at the provider. */
export async function addPendingCaptures(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('checkouts').addColumn('pending_capture_id', 'text').execute()
  await db.schema.alterTable('checkouts').addColumn('pending_payer_name', 'text').execute()
}
