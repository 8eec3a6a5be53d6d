import type { Reader } from '../../infra/database/database.ts'

/** A donation that the board shows. */
export interface ShownDonation {
  name: string
  amountCents: number
  sequence: number
}

export async function findShownDonation(
  reader: Reader,
  id: string,
): Promise<ShownDonation | undefined> {
  const donation = await reader
    .selectFrom('donations')
    .select(['name', 'amount_cents', 'sequence'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (donation === undefined) return undefined
  const { name, amount_cents: amountCents, sequence } = donation
  return name === null || amountCents === 0 ? undefined : { name, amountCents, sequence }
}
