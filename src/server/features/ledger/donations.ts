import type { Selectable } from 'kysely'
import type { Reader } from '#server/infra/database/database.ts'
import type { DonationsTable } from '#server/infra/database/schema/schema.ts'

export type Donation = Selectable<DonationsTable>

/** Returns a donation, or undefined if there is none or it was removed. */
export async function findDonation(reader: Reader, id: string): Promise<Donation | undefined> {
  return reader
    .selectFrom('donations')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}
