import { sql } from 'kysely'
import { writeEach, type Reader } from '#server/infra/database/database.ts'
import type { TextedCapture } from '#server/features/names/names.ts'
import { transitionOf } from '../state.ts'
import { bookCaptures, type CheckoutRow } from '../store.ts'

/** Returns the checkouts in review, the oldest first. */
export async function findInReview(reader: Reader): Promise<CheckoutRow[]> {
  return reader
    .selectFrom('checkouts')
    .selectAll()
    .where('state', '=', sql.lit('review'))
    .orderBy('id')
    .execute()
}

/**
 * Books the payment of a checkout in review and stores its amount as accepted. Returns the last
 * version of the board that came of it; null if nothing was new.
 */
export const acceptReview = writeEach(
  'checkouts.accept-review',
  async (writer, capture: TextedCapture): Promise<number | null> => {
    const { checkoutId: id, amountCents } = capture
    const waiting = await writer
      .selectFrom('checkouts')
      .select('id')
      .where('id', '=', id)
      .where('state', 'in', transitionOf('accepted').from)
      .executeTakeFirst()
    if (waiting === undefined) return null
    const [version = null] = await bookCaptures.apply(writer, [capture])
    if (version === null) return null
    await writer
      .updateTable('checkouts')
      .set({ state: transitionOf('accepted').to, accepted_cents: amountCents })
      .where('id', '=', id)
      .execute()
    return version
  },
)

/** Cancels a checkout in review whose money, in another currency, the host has refunded. */
export const refundReview = writeEach(
  'checkouts.refund-review',
  async (writer, { id, at }: { id: string; at: number }) => {
    const { from, to } = transitionOf('refunded')
    const reason = 'The host gave the money back.'
    await writer
      .updateTable('checkouts')
      .set({ state: to, reason, accepted_cents: 0, updated_at: at })
      .where('id', '=', id)
      .where('state', 'in', from)
      .execute()
    return null
  },
)
