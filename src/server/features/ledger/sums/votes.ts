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
    .select(['option_id as optionId', 'livemode'])
    .select(sql<number>`cast(sum(amount_cents) as bigint)`.as('amountCents'))
    .where('option_id', 'in', optionIds)
    // As in the partial index, from which alone this is read.
    .where('option_id', 'is not', null)
    .where(onBoard)
    .groupBy(['option_id', 'livemode']),
)

/** Returns the cents that donations of a mode have left for options, those of 0 left out. */
export async function sumVotes(
  reader: Reader,
  livemode: Livemode,
  optionIds: readonly string[],
): Promise<Map<string, number>> {
  if (optionIds.length === 0) return new Map()
  const rows = await selectVotes(reader, optionIds)
  return new Map(
    rows.flatMap((row) =>
      row.livemode === livemode ? [[row.optionId ?? '', row.amountCents] as const] : [],
    ),
  )
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
