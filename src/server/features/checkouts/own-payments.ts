import { sql } from 'kysely'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import type { CheckoutRow } from './store.ts'

export interface OwnPaymentsQuery {
  userId: string
  livemode: Livemode
  limit: number
  /** The id of the checkout below which the page begins; undefined for the first page. */
  before: string | undefined
}

/**
 * Returns a donor's checkouts whose money has come, may come or was taken otherwise than agreed,
 * the newest first: checkout ids ascend with time.
 */
export async function findOwnPayments(
  reader: Reader,
  { userId, livemode, limit, before }: OwnPaymentsQuery,
): Promise<CheckoutRow[]> {
  return selectPaymentsOf(reader, userId)
    .where('livemode', '=', livemode)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Returns the checkout of one of a donor's donations; undefined for somebody else's. */
export async function findOwnPayment(
  reader: Reader,
  { userId, donationId }: { userId: string; donationId: string },
): Promise<CheckoutRow | undefined> {
  return selectPaymentsOf(reader, userId).where('donation_id', '=', donationId).executeTakeFirst()
}

function selectPaymentsOf(reader: Reader, userId: string) {
  return reader
    .selectFrom('checkouts')
    .selectAll()
    .where('user_id', '=', userId)
    .where(
      'state',
      'in',
      (['paid', 'processing', 'review'] as const).map((state) => sql.lit(state)),
    )
}
