import { sql } from 'kysely'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import {
  findNamedSince,
  heldSequence,
  namedSequence,
  queryCounted,
  shownFrom,
  type RankKey,
  type CountedSpan,
} from '#server/features/ledger/ledger.ts'
import type { RoundRow } from './round.ts'

/** A row of a round, without its name. */
export interface StandingRow extends RankKey {
  /** The donation's id, or of a round of donors the account's. */
  id: string
  /** The sequence of the donation that shows the name, else of one whose name is held; or null. */
  nameSequence: number | null
}

/** The donations of a span that count for a round. */
export interface Counted {
  livemode: Livemode
  ranks: RoundRow['ranks']
  span: CountedSpan
}

export interface Standings {
  count: number
  amountCents: number
  /** The highest rows. */
  rows: StandingRow[]
}

/** Computes who stands where in a span, from the donations alone. */
export async function readStandings(
  reader: Reader,
  counted: Counted,
  limit: number,
): Promise<Standings> {
  const { count, amountCents } = await reader
    .selectFrom(selectRows(reader, counted).as('rows'))
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`cast(coalesce(sum(amount_cents), 0) as bigint)`.as('amountCents'),
    ])
    .executeTakeFirstOrThrow()
  return { count, amountCents, rows: await readTopRows(reader, counted, limit) }
}

/** Returns the highest rows of a span, or those right below a rank key. */
export async function readTopRows(
  reader: Reader,
  counted: Counted,
  limit: number,
  above?: RankKey,
): Promise<StandingRow[]> {
  let query = selectStandings(reader, counted)
  if (above !== undefined) {
    const { amountCents, sequence } = above
    query = query
      .where('amount_cents', '<=', amountCents)
      .where(({ or, eb }) =>
        or([eb('amount_cents', '<', amountCents), eb('sequence', '>', sequence)]),
      )
  }
  return query.orderBy('amount_cents', 'desc').orderBy('sequence').limit(limit).execute()
}

/** Returns the rows of some accounts in a span of donors; those without donations have none. */
export async function readDonorRows(
  reader: Reader,
  counted: Counted,
  userIds: readonly string[],
): Promise<StandingRow[]> {
  if (userIds.length === 0) return []
  return selectStandings(reader, counted, userIds).execute()
}

/** Returns the rows of some donations in a span of donations; those that do not count have none. */
export async function readDonationRows(
  reader: Reader,
  counted: Counted,
  sequences: readonly number[],
): Promise<StandingRow[]> {
  if (sequences.length === 0) return []
  return selectStandings(reader, counted).where('sequence', 'in', sequences).execute()
}

/** A donation of a span, the id of its row, and the time from which it is on the board, Unix ms. */
export interface CountedGift extends RankKey {
  rowId: string
  shownFrom: number
}

/**
 * Returns the donations of a span that came onto its board from a time on, Unix ms, in this order; at
 * most `limit` of those that were paid since, and of those that only got their name since.
 */
export async function readGifts(
  reader: Reader,
  { livemode, ranks, span }: Counted,
  { since, limit }: { since: number; limit: number },
): Promise<CountedGift[]> {
  const rowId = sql<string>`${sql.ref(ranks === 'donor' ? 'donations.user_id' : 'donations.id')}`
  const select = (from: number, sequences?: readonly number[]) => {
    const query = queryCounted(reader, livemode, { ...span, start: from })
    return (sequences === undefined ? query : query.where('donations.sequence', 'in', sequences))
      .select(['donations.sequence', 'donations.amount_cents as amountCents'])
      .select([rowId.as('rowId'), shownFrom(span).as('shownFrom')])
      .orderBy(shownFrom(span))
      .orderBy('donations.sequence')
      .limit(limit)
      .execute()
  }
  const paid = await select(since)
  const named = await findNamedSince(reader, since, limit)
  if (named.length === 0) return paid
  const known = new Set(paid.map(({ sequence }) => sequence))
  const late = (await select(span.start, named)).filter(({ sequence }) => !known.has(sequence))
  return [...paid, ...late].toSorted((a, b) => a.shownFrom - b.shownFrom || a.sequence - b.sequence)
}

function selectStandings(reader: Reader, counted: Counted, userIds?: readonly string[]) {
  return reader
    .selectFrom(selectRows(reader, counted, userIds).as('rows'))
    .select(['id', 'sequence', 'name_sequence as nameSequence', 'amount_cents as amountCents'])
}

/** Selects the rows of a span; only those of some accounts are added up if these are given. */
function selectRows(
  reader: Reader,
  { livemode, ranks, span }: Counted,
  userIds?: readonly string[],
) {
  let query = queryCounted(reader, livemode, span)
  if (userIds !== undefined) query = query.where('donations.user_id', 'in', userIds)
  if (ranks === 'donation') {
    return query
      .select(['donations.id as id', 'donations.sequence as sequence'])
      .select('donations.amount_cents as amount_cents')
      .select(sql<number | null>`coalesce(${namedSequence}, ${heldSequence})`.as('name_sequence'))
  }
  return query
    .select('donations.user_id as id')
    .select([
      sql<number>`max(donations.sequence)`.as('sequence'),
      sql<number>`cast(sum(donations.amount_cents) as bigint)`.as('amount_cents'),
      sql<number | null>`coalesce(max(${namedSequence}), max(${heldSequence}))`.as('name_sequence'),
    ])
    .groupBy('donations.user_id')
}
