import type { Reader } from '#server/infra/database/database.ts'
import type { CheckoutRow } from '../store.ts'

/** No id is empty, and an empty list is no valid SQL everywhere. */
export function orNone(ids: readonly string[] = []): readonly string[] {
  return ids.length === 0 ? [''] : ids
}

/** Returns checkouts by their ids, in any order. */
export async function findCheckouts(
  reader: Reader,
  ids: readonly string[],
): Promise<CheckoutRow[]> {
  return reader.selectFrom('checkouts').selectAll().where('id', 'in', orNone(ids)).execute()
}

/** Returns the checkouts that an id names: our own, the donation's, or the provider's payment. */
export async function findCheckoutsNamed(reader: Reader, id: string): Promise<CheckoutRow[]> {
  const checkouts = reader.selectFrom('checkouts').selectAll()
  return checkouts
    .where('id', '=', id)
    .union(checkouts.where('donation_id', '=', id))
    .union(checkouts.where('provider', 'in', ['stripe', 'paypal']).where('provider_ref', '=', id))
    .execute()
}
