import type { Kysely } from 'kysely'

/**
 * Adds whether an event names a checkout of this installation. Those stored before are taken to do
 * so: then they are parked for the host instead of being passed over.
 */
export async function addEventMarks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('webhook_events')
    .addColumn('bears_mark', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
}
