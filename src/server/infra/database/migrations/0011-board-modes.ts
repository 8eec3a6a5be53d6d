import { sql, type Kysely } from 'kysely'

/** Gives each mode, test and live, its own board: the board's indexes begin with the mode. */
export async function separateModes(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('board_head').addColumn('livemode', 'integer').execute()
  await db.schema.dropIndex('donations_by_rank').execute()
  await sql`create index donations_by_rank on donations (livemode, amount_cents desc, sequence asc)
    where name is not null and amount_cents > 0`.execute(db)
  await sql`create index donations_by_arrival on donations (livemode, sequence)
    where name is not null and amount_cents > 0`.execute(db)
  await db.schema.dropIndex('donations_by_donor').execute()
  await sql`create index donations_by_donor on donations
    (user_id, livemode, amount_cents desc, sequence asc)
    where removed_at is null and amount_cents > 0`.execute(db)
}
