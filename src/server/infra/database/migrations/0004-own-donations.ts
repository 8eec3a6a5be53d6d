import { sql, type Kysely } from 'kysely'

/** Indexes the donations of an account in the board's order. */
export async function indexOwnDonations(db: Kysely<unknown>): Promise<void> {
  await sql`create index donations_by_donor on donations (user_id, amount_cents desc, sequence asc)
    where removed_at is null and amount_cents > 0`.execute(db)
}
