import type { Kysely } from 'kysely'

/** Adds to donations and their changes the time at which the provider took the money. */
export async function addCaptureTimes(db: Kysely<unknown>): Promise<void> {
  for (const table of ['donations', 'board_changes']) {
    await db.schema.alterTable(table).addColumn('captured_at', 'bigint').execute()
  }
}
