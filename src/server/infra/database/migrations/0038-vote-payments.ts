import { sql, type Kysely } from 'kysely'

/** Indexes the payments that vote, so that a choice's are found among all. */
export async function indexVotePayments(db: Kysely<unknown>): Promise<void> {
  await sql`create index checkouts_by_option on checkouts (option_id, state)
    where option_id is not null`.execute(db)
}
