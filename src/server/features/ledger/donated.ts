import { sql } from 'kysely'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'

/**
 * Returns a query of what is left of donors' donations since a time, Unix ms: money that went back
 * is not in it, nor are test donations that were deleted.
 */
export function selectDonated(
  reader: Reader,
  { userIds, livemode, since }: { userIds: readonly string[]; livemode: Livemode; since: number },
) {
  return (
    reader
      .selectFrom('donations')
      .where('user_id', 'in', userIds)
      .where('livemode', '=', livemode)
      .where('removed_at', 'is', null)
      // A literal, as in the partial index: with a bound 0 the databases would not use it.
      .where('amount_cents', '>', sql.lit(0))
      .where('timestamp', '>=', since)
  )
}

/** Returns the number of a donor's donations since a time, Unix ms, and what is left of them. */
export async function sumDonated(
  reader: Reader,
  { userId, ...rest }: { userId: string; livemode: Livemode; since: number },
): Promise<{ count: number; amountCents: number }> {
  return selectDonated(reader, { userIds: [userId], ...rest })
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`cast(coalesce(sum(amount_cents), 0) as bigint)`.as('amountCents'),
    ])
    .executeTakeFirstOrThrow()
}
