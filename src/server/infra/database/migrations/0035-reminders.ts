import type { Kysely } from 'kysely'

/** Adds the reminders that donors have turned on. */
export async function addReminders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('reminders')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('is_on', 'integer', (column) => column.notNull())
    .addColumn('place', 'bigint')
    .addColumn('seen_sequence', 'bigint', (column) => column.notNull())
    .addColumn('last_sent_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
}
