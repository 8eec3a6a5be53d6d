import { sql } from 'kysely'
import type { CheckoutState } from '#contract/checkout-states.ts'
import type { Reader } from '#server/infra/database/database.ts'

/** The states of the partial index by which the last change is found, in its order. */
const STATES: readonly CheckoutState[] = ['processing', 'review', 'failed', 'expired', 'cancelled']

/**
 * The time before the last change in which changes are counted, ms: those of one moment, and those
 * that are committed after a later one, are noticed by the count.
 */
const COUNTED_MS = 2_000

/** Returns a text that differs after a payment has failed, or ended otherwise without money. */
export async function readAttemptsMark(reader: Reader): Promise<string> {
  const attempts = reader.selectFrom('checkouts').where(
    'state',
    'in',
    STATES.map((state) => sql.lit(state)),
  )
  const last = attempts.select(({ fn }) => fn.max('updated_at').as('at'))
  const { count, at } = await attempts
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('updated_at').as('at')])
    .where('updated_at', '>', sql<number>`${last} - ${sql.lit(COUNTED_MS)}`)
    .executeTakeFirstOrThrow()
  return `${at}.${count}`
}
