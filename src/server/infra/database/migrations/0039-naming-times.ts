import { sql, type Kysely } from 'kysely'

/**
 * Adds to donations and their changes the time at which a donation got its name that was recorded
 * without one. Those that were named before have none: they count as what was decided with them.
 */
export async function addNamingTimes(db: Kysely<unknown>): Promise<void> {
  for (const table of ['donations', 'board_changes']) {
    await db.schema.alterTable(table).addColumn('named_at', 'bigint').execute()
  }
  await sql`create index donations_by_naming on donations (named_at)
    where named_at is not null`.execute(db)
  await db.schema.dropIndex('donations_by_option').execute()
  // The votes of an option are read from it alone; see 0036.
  await sql`create index donations_by_option on donations
    (option_id, livemode, named_at, amount_cents, name)
    where option_id is not null and name is not null and amount_cents > 0`.execute(db)
}
