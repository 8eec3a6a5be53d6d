import { sql } from 'kysely'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { findEntriesOf, toObjectId } from '#server/features/ledger/ledger.ts'
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

/** Returns all ids under which providers report a donor's payments, and our own ids of them. */
export async function findPaymentObjects(reader: Reader, userId: string): Promise<string[]> {
  const checkouts = await reader
    .selectFrom('checkouts')
    .select(['id', 'provider_ref', 'pending_capture_id'])
    .where('user_id', '=', userId)
    .execute()
  const own = checkouts.map(({ id }) => id)
  const objects = await findEntriesOf(reader, own)
  const refs = checkouts.flatMap((one) => [one.provider_ref ?? [], one.pending_capture_id ?? []])
  return [
    ...new Set([own, refs.flat(), objects.map(({ objectId }) => toObjectId(objectId))].flat()),
  ]
}

/** Returns a subquery for the donations of an account, also those whose money has not come. */
export function selectDonationsOf(reader: Reader, userId: string) {
  return reader.selectFrom('checkouts').select('donation_id').where('user_id', '=', userId)
}
