import { sql, type Kysely } from 'kysely'

/** Indexes only the mails that were sent, so that storing a donation does not update the index. */
export async function lightenIndexes(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('mails_by_user').execute()
  await sql`create index mails_sent on mails (user_id, finished_at) where outcome = 'sent'`.execute(
    db,
  )
}
