import { sql } from 'kysely'
import type { Reader } from '#server/infra/database/database.ts'
import { UNFINISHED } from './state.ts'

/**
 * The state of the payments that vote: one is paid, also if its money went back later, or some
 * may still be. `until` is when the last of these ends at the latest, Unix ms; null if their
 * provider, or the host, decides when.
 */
export type VotePayments = { is: 'paid' } | { is: 'payable'; until: number | null }

/** Returns what has become of the payments that vote for options; undefined if all came to nothing. */
export async function readVotePayments(
  reader: Reader,
  optionIds: readonly string[],
): Promise<VotePayments | undefined> {
  if (optionIds.length === 0) return undefined
  const votes = reader
    .selectFrom('checkouts')
    .where('option_id', 'in', optionIds)
    // As in the partial index.
    .where('option_id', 'is not', null)
  const paid = await votes.select('id').where('state', '=', 'paid').limit(1).executeTakeFirst()
  if (paid !== undefined) return { is: 'paid' }
  const { count, unknown, until } = await votes
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.max('expires_at').as('until'),
      sql<number>`cast(coalesce(sum(case when state in ('created', 'awaiting_payer')
        and capture_asked_at is null then 0 else 1 end), 0) as bigint)`.as('unknown'),
    ])
    .where('state', 'in', [...UNFINISHED, 'review'])
    .executeTakeFirstOrThrow()
  if (count === 0) return undefined
  return { is: 'payable', until: unknown > 0 ? null : until }
}
