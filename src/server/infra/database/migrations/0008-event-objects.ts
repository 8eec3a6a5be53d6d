import type { Kysely } from 'kysely'

/** Keeps with each event the refund or dispute that it tells of, and all captures it concerns. */
export async function addEventObjects(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('webhook_events').addColumn('object_id', 'text').execute()
  await db.schema.alterTable('webhook_events').addColumn('object_part', 'text').execute()
  await db.schema.alterTable('webhook_events').addColumn('other_captures', 'text').execute()
}
