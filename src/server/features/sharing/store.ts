import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'

/** A donation that the board of its mode shows. */
export interface ShownDonation {
  name: string
  amountCents: number
  sequence: number
}

export async function findShownDonation(
  reader: Reader,
  { id, livemode }: { id: string; livemode: Livemode },
): Promise<ShownDonation | undefined> {
  const donation = await reader
    .selectFrom('donations')
    .select(['name', 'amount_cents', 'sequence'])
    .where('id', '=', id)
    .where('livemode', '=', livemode)
    .executeTakeFirst()
  if (donation === undefined) return undefined
  const { name, amount_cents: amountCents, sequence } = donation
  return name === null || amountCents === 0 ? undefined : { name, amountCents, sequence }
}
