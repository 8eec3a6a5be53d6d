import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'

/**
 * Gives the installation an id, by which it recognizes its payments in an account that it shares;
 * queues events apart whose owner only the provider knows; and indexes the events that are to be
 * pruned.
 */
export async function shareAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('installation')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .execute()
  await sql`insert into installation (id) values (${randomBytes(12).toString('hex')})`.execute(db)
  await db.schema
    .alterTable('webhook_events')
    .addColumn('needs_look_up', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.dropIndex('webhook_events_waiting').execute()
  await sql`create index webhook_events_waiting on webhook_events (needs_look_up, next_attempt_at, id)
    where handled_at is null and parked_at is null`.execute(db)
  await sql`create index webhook_events_prunable on webhook_events (handled_at)
    where handled_at is not null and payload <> ''`.execute(db)
}
