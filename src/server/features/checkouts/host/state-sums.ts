import { sql } from 'kysely'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { UNFINISHED } from '../state.ts'

export interface StateSum {
  count: number
  /** The sum of the agreed amounts. */
  amountCents: number
}

/**
 * Returns the number and the agreed cents of a mode's payments that a provider works on; of those
 * begun in a half-open span, Unix ms, if one is given.
 */
export async function sumPending(
  reader: Reader,
  livemode: Livemode,
  begun?: { start: number; end: number },
): Promise<StateSum> {
  return (
    selectSum(reader, livemode)
      .where('state', '=', sql.lit('processing'))
      // The same list as in the partial index, so that the databases use it.
      .where(
        'state',
        'in',
        UNFINISHED.map((state) => sql.lit(state)),
      )
      .$if(begun !== undefined, (query) =>
        query
          .where('created_at', '>=', begun?.start ?? 0)
          .where('created_at', '<', begun?.end ?? 0),
      )
      .executeTakeFirstOrThrow()
  )
}

/** Returns the number and the agreed cents of a mode's payments in review. */
export async function sumInReview(reader: Reader, livemode: Livemode): Promise<StateSum> {
  return selectSum(reader, livemode)
    .where('state', '=', sql.lit('review'))
    .executeTakeFirstOrThrow()
}

function selectSum(reader: Reader, livemode: Livemode) {
  return reader
    .selectFrom('checkouts')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`cast(coalesce(sum(amount_cents), 0) as bigint)`.as('amountCents'),
    ])
    .where('livemode', '=', livemode)
}
