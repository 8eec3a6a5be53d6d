import { sql } from 'kysely'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { DonationSort, DonationState } from '#contract/host/donations.ts'
import { postgresDialect, sqliteDialect } from '#server/infra/database/dialects.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'

type SearchedDatabase = Pick<Database, 'reader' | 'dialect'>

/** The donations that a text of the host's search may mean. */
export interface DonationMatch {
  donationIds: readonly string[]
  userIds: readonly string[]
  /** The beginning of a name; the databases compare letters of other alphabets as they are. */
  namePrefixes: readonly string[]
}

/** The place of a donation in a list. */
export interface DonationPlace {
  /** The time or the amount, by which the list is sorted. */
  value: number
  sequence: number
}

export interface DonationFilter {
  livemode: Livemode
  match?: DonationMatch | undefined
  grossCents?: number | undefined
  state?: DonationState | undefined
  provider?: ProviderName | undefined
  /** A span of time, Unix ms, without its end. */
  from?: number | undefined
  to?: number | undefined
}

export interface DonationSearch extends DonationFilter {
  sort: DonationSort
  after?: DonationPlace | undefined
  limit: number
}

/**
 * Returns the places of the donations that a search finds, in its order. Reads nothing but an index
 * that has all columns of the search, so that a million donations are searched as fast as few.
 */
export async function searchDonations(
  database: SearchedDatabase,
  search: DonationSearch,
): Promise<DonationPlace[]> {
  const { sort, after, limit } = search
  const column = sort === 'newest' || sort === 'oldest' ? 'timestamp' : 'gross_cents'
  const isDescending = sort === 'newest' || sort === 'highest'
  const beyond = sql.raw(isDescending ? '<' : '>')
  return selectFound(database, search)
    .select([`sums.${column} as value`, 'sums.sequence'])
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(${sql.ref(`sums.${column}`)}, sums.sequence) ${beyond}
          (${after?.value}, ${after?.sequence})`,
      ),
    )
    .orderBy(`sums.${column}`, isDescending ? 'desc' : 'asc')
    .orderBy('sums.sequence', isDescending ? 'desc' : 'asc')
    .limit(limit)
    .execute()
}

/** Counts the donations that a search finds, wherever its page begins, up to a limit. */
export async function countDonations(
  database: SearchedDatabase,
  search: DonationFilter,
  limit: number,
): Promise<number> {
  const found = selectFound(database, search).select('sums.sequence').limit(limit)
  const { count } = await database.reader
    .selectFrom(found.as('found'))
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function selectFound(
  { reader, dialect }: SearchedDatabase,
  { match, livemode, grossCents, state, provider, from, to }: DonationFilter,
) {
  // A plus keeps the databases from reading all donations of the mode: the matching ones are found
  // first, one by one.
  const mode = sql`${sql.raw(match === undefined ? '' : '+')}sums.livemode`
  return (
    select({ reader, dialect }, match)
      .where(mode, '=', livemode)
      .$if(grossCents !== undefined, (query) =>
        query.where('sums.gross_cents', '=', grossCents ?? 0),
      )
      .$if(state !== undefined, (query) => query.where('sums.state', '=', state ?? 'paid'))
      // The same text as in the partial index, so that the databases use it.
      .$if(state !== undefined && state !== 'paid', (query) =>
        query.where('sums.state', '<>', sql.lit('paid')),
      )
      .$if(provider !== undefined, (query) =>
        query.where('sums.provider', '=', provider ?? 'stripe'),
      )
      .$if(from !== undefined, (query) => query.where('sums.timestamp', '>=', from ?? 0))
      .$if(to !== undefined, (query) => query.where('sums.timestamp', '<', to ?? 0))
  )
}

/** Begins with the matching donations, if there is a match: they are few beside all. */
function select({ reader, dialect }: SearchedDatabase, match: DonationMatch | undefined) {
  const sums = reader.selectFrom('donation_sums as sums')
  if (match === undefined) return sums
  const matching = selectMatching({ reader, dialect }, match)
  if (dialect === 'sqlite') return sums.where('sums.sequence', 'in', matching)
  // PostgreSQL takes far more names to begin with a text than do. Of an array it expects few.
  return sums.where(sql<boolean>`sums.sequence = any(array(${matching}))`)
}

/** The last character of Unicode, which ends the range of a prefix. */
const LAST = '\u{10ffff}'

function selectMatching(
  { reader, dialect }: SearchedDatabase,
  { donationIds, userIds, namePrefixes }: DonationMatch,
) {
  const { byBytes } = dialect === 'sqlite' ? sqliteDialect : postgresDialect
  const donations = reader.selectFrom('donations').select('sequence')
  const byName = namePrefixes.map((prefix) =>
    donations
      .where('name', 'is not', null)
      .where(sql<boolean>`(lower(name)) ${byBytes} >= ${prefix}`)
      .where(sql<boolean>`(lower(name)) ${byBytes} < ${prefix + LAST}`),
  )
  const byUser = userIds.length === 0 ? [] : [donations.where('user_id', 'in', userIds)]
  return [...byUser, ...byName].reduce(
    (found, more) => found.union(more),
    donations.where('id', 'in', donationIds.length === 0 ? [''] : donationIds),
  )
}
