import type { Insertable } from 'kysely'
import { writeEach, type Reader } from '#server/infra/database/database.ts'
import type { CheckoutsTable, Livemode } from '#server/infra/database/schema/schema.ts'
import type { TextedCapture } from '#server/features/names/names.ts'
import { bookCaptures } from '../store.ts'

export interface Import {
  checkout: Insertable<CheckoutsTable>
  capture: TextedCapture
}

/**
 * Inserts the checkout of a payment that only its provider has, and books it, in one transaction.
 * Returns false, and changes nothing, if the checkout exists.
 */
export const importCheckout = writeEach(
  'checkouts.import',
  async (writer, { checkout, capture }: Import): Promise<boolean> => {
    const made = await writer
      .insertInto('checkouts')
      .values(checkout)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made === undefined) return false
    const [version = null] = await bookCaptures.apply(writer, [capture])
    if (version === null) throw new Error(`The capture ${capture.objectId} is booked elsewhere.`)
    return true
  },
)

/** Returns whether a checkout has this donation id already. */
export async function hasDonation(reader: Reader, donationId: string): Promise<boolean> {
  const found = await reader
    .selectFrom('checkouts')
    .select('id')
    .where('donation_id', '=', donationId)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns when the first checkout was begun here, Unix ms; undefined if none ever was. */
export async function findOwnBeginning(
  reader: Reader,
  livemode: Livemode,
): Promise<number | undefined> {
  const { first } = await reader
    .selectFrom('checkouts')
    .select(({ fn }) => fn.min<number | null>('created_at').as('first'))
    .where('livemode', '=', livemode)
    .where('imported_at', 'is', null)
    .executeTakeFirstOrThrow()
  return first ?? undefined
}

/** Returns whether money was ever taken for a checkout that was begun here. */
export async function hasOwnHistory(reader: Reader, livemode: Livemode): Promise<boolean> {
  const found = await reader
    .selectFrom('checkouts')
    .select('id')
    .where('livemode', '=', livemode)
    .where('imported_at', 'is', null)
    .where('state', '=', 'paid')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
