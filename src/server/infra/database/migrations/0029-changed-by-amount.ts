import { sql, type Kysely } from 'kysely'

/** Adds the index of donations that are not just paid, by their amount. */
export async function addChangedByAmount(db: Kysely<unknown>): Promise<void> {
  await sql`create index donation_sums_changed_by_amount on donation_sums
    (livemode, state, gross_cents, sequence) where state <> 'paid'`.execute(db)
}
