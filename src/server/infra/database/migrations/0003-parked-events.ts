import { sql, type Kysely } from 'kysely'

/** Indexes the few events that wait for the host, so that finding them does not scan all events. */
export async function indexParkedEvents(db: Kysely<unknown>): Promise<void> {
  await sql`create index webhook_events_parked on webhook_events (id)
    where parked_at is not null`.execute(db)
}
