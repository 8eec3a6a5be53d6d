import type { Selectable } from 'kysely'
import { queryByKeys } from '#server/infra/database/compile-once.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { DonationsTable } from '#server/infra/database/schema/donation-tables.ts'
import { selectOwned, type OwnedDonation } from './board/public-donations.ts'

export type Donation = Selectable<DonationsTable>

/** Returns a donation, or undefined if there is none or it was removed. */
export async function findDonation(reader: Reader, id: string): Promise<OwnedDonation | undefined> {
  return selectOwned(reader).where('id', '=', id).executeTakeFirst()
}

const selectOwnedByIds = queryByKeys((reader, ids: readonly string[]) =>
  selectOwned(reader).where('id', 'in', ids),
)

/** Returns donations by their ids; those that are missing or were removed are left out. */
export async function findOwnedDonations(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, OwnedDonation>> {
  if (ids.length === 0) return new Map()
  const donations = await selectOwnedByIds(reader, ids)
  return new Map(donations.map((donation) => [donation.id, donation]))
}

/** Returns donations by their ids, also those that were removed. */
export async function findDonationsById(
  reader: Reader,
  ids: readonly string[],
): Promise<Donation[]> {
  if (ids.length === 0) return []
  return reader.selectFrom('donations').selectAll().where('id', 'in', ids).execute()
}
