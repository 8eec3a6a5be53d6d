import { sql } from 'kysely'
import { queryByKeys } from '#server/infra/database/compile-once.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { queryCounted, type CountedSpan } from '../board/board-rows.ts'
import { onBoard } from '../board/public-donations.ts'

// Both modes in one text: it is composed once for each number of options.
const selectVotes = queryByKeys((reader, optionIds: readonly string[]) =>
  reader
    .selectFrom('donations')
    .select(['option_id as optionId', 'livemode', 'named_at as namedAt'])
    .select(sql<number>`cast(sum(amount_cents) as bigint)`.as('amountCents'))
    .where('option_id', 'in', optionIds)
    // As in the partial index, from which alone this is read.
    .where('option_id', 'is not', null)
    .where(onBoard)
    .groupBy(['option_id', 'livemode', 'named_at']),
)

/**
 * Returns the cents that donations of a mode have left for options, those of 0 left out; each option
 * is given with the time at which its choice closes, Unix ms. A donation that got its name later was
 * on no board then, and does not count.
 */
export async function sumVotes(
  reader: Reader,
  livemode: Livemode,
  closings: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  if (closings.size === 0) return new Map()
  const rows = await selectVotes(reader, [...closings.keys()])
  const votes = new Map<string, number>()
  for (const { livemode: mode, optionId, namedAt, amountCents } of rows) {
    const id = optionId ?? ''
    if (mode !== livemode || (namedAt ?? 0) >= (closings.get(id) ?? 0)) continue
    votes.set(id, (votes.get(id) ?? 0) + amountCents)
  }
  return votes
}

/** Returns what is left of the donations whose money was captured in a span, in cents. */
export async function sumCounted(
  reader: Reader,
  livemode: Livemode,
  span: CountedSpan,
): Promise<number> {
  const { amountCents } = await queryCounted(reader, livemode, span)
    .select(sql<number>`cast(coalesce(sum(donations.amount_cents), 0) as bigint)`.as('amountCents'))
    .executeTakeFirstOrThrow()
  return amountCents
}

/** Returns the donations of an account that vote, with their options. */
export async function findVotes(
  reader: Reader,
  userId: string,
): Promise<{ donationId: string; optionId: string }[]> {
  const rows = await reader
    .selectFrom('donations')
    .select(['id', 'option_id'])
    .where('user_id', '=', userId)
    .where('option_id', 'is not', null)
    .orderBy('sequence')
    .execute()
  return rows.flatMap(({ id, option_id: optionId }) =>
    optionId === null ? [] : [{ donationId: id, optionId }],
  )
}
