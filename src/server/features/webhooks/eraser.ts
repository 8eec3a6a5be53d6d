import { sql } from 'kysely'
import type { Writer } from '#server/infra/database/database.ts'
import type { Eraser } from '#server/infra/eraser.ts'
import { findPaymentObjects } from '#server/features/checkouts/checkouts.ts'

/** The most ids in one statement: both databases limit its parameters. */
const CHUNK = 1_000

/**
 * Empties the payloads of handled events about an account's payments, since they name the payer.
 * An event that waits still needs its payload: a later sweep erases it.
 */
export const webhooksEraser: Eraser = {
  tables: ['webhook_events'],
  erase: async (writer, { userId }) => {
    const ids = await findPaymentObjects(writer, userId)
    for (let from = 0; from < ids.length; from += CHUNK) {
      await emptyPayloadsOf(writer, ids.slice(from, from + CHUNK))
    }
  },
}

async function emptyPayloadsOf(writer: Writer, ids: readonly string[]): Promise<void> {
  await writer
    .updateTable('webhook_events')
    .set({ payload: '' })
    .where('handled_at', 'is not', null)
    // A literal, as in the partial index: with a bound value the databases would not use it.
    .where('payload', '<>', sql.lit(''))
    .where(({ or, eb }) =>
      or([
        eb('payment_ref', 'in', ids),
        eb('capture_id', 'in', ids),
        eb('object_id', 'in', ids),
        eb('declined_checkout_id', 'in', ids),
      ]),
    )
    .execute()
}
