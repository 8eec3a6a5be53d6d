import { sql, type Kysely } from 'kysely'

/**
 * Adds the indexes of which hosts' consoles learn that something has changed: the last entry of
 * each action, the last refund that ended, the last payment that came to an end without money.
 */
export async function addChangeMarks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('audit_entries_by_action_id')
    .on('audit_entries')
    .columns(['action', 'id'])
    .execute()
  await sql`create index host_refunds_finished on host_refunds (finished_at)
    where finished_at is not null`.execute(db)
  // Without the states that every payment passes, so that paying does not update the index.
  await sql`create index checkouts_unsuccessful on checkouts (updated_at, state)
    where state in ('processing', 'review', 'failed', 'expired', 'cancelled')`.execute(db)
}
