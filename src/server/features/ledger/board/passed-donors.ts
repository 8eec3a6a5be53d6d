import { sql } from 'kysely'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { queryCounted } from './board-rows.ts'
import type { CountedSpan } from './counted-span.ts'
import {
  byRank,
  onBoard,
  selectShown,
  type RankKey,
  type ShownDonation,
} from './public-donations.ts'

/** A donor's highest donation on the board. */
interface BestDonation extends RankKey {
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

/** The donations of others that came after a sequence and rank above an amount. */
export interface PassingDonations {
  count: number
  latest: ShownDonation
}

/** Returns the donations of others that have passed a donor's amount since a sequence. */
export async function findPassers(
  reader: Reader,
  wanted: { livemode: Livemode; userId: string; amountCents: number; after: number },
): Promise<PassingDonations | undefined> {
  const passing = () =>
    selectShown(reader, wanted.livemode)
      .where('sequence', '>', wanted.after)
      .where('amount_cents', '>', wanted.amountCents)
      .where('user_id', '<>', wanted.userId)
  const latest = await passing().orderBy('sequence', 'desc').limit(1).executeTakeFirst()
  if (latest === undefined) return undefined
  const { count } = await passing()
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { count, latest }
}

/** A donor who has given lately. */
export interface RecentDonor {
  userId: string
  /** The sum that they gave since then, cents. */
  sinceCents: number
}

interface DonorsSince {
  livemode: Livemode
  span: CountedSpan
  /** The sequence after which donations are looked at. */
  after: number
  /** The account that is left out. */
  userId: string
  limit: number
}

/** Returns the donors with counted donations of a span after a sequence, the latest first. */
export async function findDonorsSince(
  reader: Reader,
  { livemode, span, after, userId, limit }: DonorsSince,
): Promise<RecentDonor[]> {
  return queryCounted(reader, livemode, span)
    .select('donations.user_id as userId')
    .select(sql<number>`cast(sum(donations.amount_cents) as bigint)`.as('sinceCents'))
    .where('donations.sequence', '>', after)
    .where('donations.user_id', '<>', userId)
    .groupBy('donations.user_id')
    .orderBy(sql`max(donations.sequence)`, 'desc')
    .limit(limit)
    .execute()
}
