import { sql, type Kysely } from 'kysely'

/** Somebody's own donations come in the board's order, however many they have. */
export async function indexOwnDonations(db: Kysely<unknown>): Promise<void> {
  await sql`create index donations_by_donor on donations (user_id, amount_cents desc, sequence asc)
    where removed_at is null and amount_cents > 0`.execute(db)
}
