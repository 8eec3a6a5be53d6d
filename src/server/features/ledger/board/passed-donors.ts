import { sql } from 'kysely'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import {
  byRank,
  onBoard,
  selectShown,
  type RankKey,
  type ShownDonation,
} from './public-donations.ts'

/** A donor's highest donation on the board. */
export interface BestDonation extends RankKey {
  userId: string
}

/** Returns the highest shown donation of each donor, in the board's order. */
export async function findBestDonations(
  reader: Reader,
  { userIds, livemode }: { userIds: readonly string[]; livemode: Livemode },
): Promise<BestDonation[]> {
  if (userIds.length === 0) return []
  return reader
    .selectFrom(({ selectFrom }) =>
      selectFrom('donations')
        .select(['user_id as userId', 'amount_cents as amountCents', 'sequence'])
        .select(sql<number>`row_number() over (partition by user_id order by ${byRank})`.as('rank'))
        .where('user_id', 'in', userIds)
        .where('livemode', '=', livemode)
        .where('removed_at', 'is', null)
        .where(onBoard)
        .as('ranked'),
    )
    .select(['userId', 'amountCents', 'sequence'])
    .where('rank', '=', 1)
    .orderBy('amountCents', 'desc')
    .orderBy('sequence')
    .execute()
}

/** Returns the newest donation of somebody else that came after a sequence and ranks above an amount. */
export async function findPasser(
  reader: Reader,
  wanted: { livemode: Livemode; userId: string; amountCents: number; after: number },
): Promise<ShownDonation | undefined> {
  return selectShown(reader, wanted.livemode)
    .where('sequence', '>', wanted.after)
    .where('amount_cents', '>', wanted.amountCents)
    .where('user_id', '<>', wanted.userId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
}
