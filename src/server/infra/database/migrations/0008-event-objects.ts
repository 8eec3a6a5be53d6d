import type { Kysely } from 'kysely'

/** Adds to each event the id of its refund or dispute, and all captures that it concerns. */
export async function addEventObjects(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('webhook_events').addColumn('object_id', 'text').execute()
  await db.schema.alterTable('webhook_events').addColumn('object_part', 'text').execute()
  await db.schema.alterTable('webhook_events').addColumn('other_captures', 'text').execute()
}
