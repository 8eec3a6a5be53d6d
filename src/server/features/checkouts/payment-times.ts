import type { Reader } from '#server/infra/database/database.ts'
import { selectPaymentsMoved, type MovedBetween } from '#server/features/ledger/ledger.ts'

/**
 * Returns when the first checkout was begun, Unix ms, or undefined if there is none. With an
 * account, the first that was made with it.
 */
export async function findFirstBegun(
  reader: Reader,
  account: string | null,
): Promise<number | undefined> {
  const first = await reader
    .selectFrom('checkouts')
    .select('created_at')
    .$if(account !== null, (query) => query.where('provider_account', '=', account))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first?.created_at
}

/** Returns when the oldest of these checkouts was begun, Unix ms, or undefined if none is known. */
export async function findOldestBegun(
  reader: Reader,
  checkoutIds: readonly string[],
): Promise<number | undefined> {
  if (checkoutIds.length === 0) return undefined
  const oldest = await reader
    .selectFrom('checkouts')
    .select('created_at')
    .where('id', 'in', checkoutIds)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return oldest?.created_at
}

/** Returns the checkouts of an account's payments with ledger entries in this time. */
export async function findPaymentsMoved(
  reader: Reader,
  { account, ...moved }: MovedBetween & { account: string | null },
): Promise<string[]> {
  const rows = await reader
    .selectFrom('checkouts')
    .select('id')
    .where('id', 'in', selectPaymentsMoved(reader, moved))
    .$if(account !== null, (query) =>
      query.where(({ or, eb }) =>
        or([eb('provider_account', 'is', null), eb('provider_account', '=', account)]),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}
