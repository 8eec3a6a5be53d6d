import { sql, type Kysely } from 'kysely'

/** The few events that wait for the host are found without a walk through all that ever came. */
export async function indexParkedEvents(db: Kysely<unknown>): Promise<void> {
  await sql`create index webhook_events_parked on webhook_events (id)
    where parked_at is not null`.execute(db)
}
