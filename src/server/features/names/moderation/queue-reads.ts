import { sql } from 'kysely'
import type { HostTexts, TextList } from '#contract/host/texts.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import type { TextState } from '#server/infra/database/schema/text-tables.ts'
import type { TextRow } from '../shown.ts'

const STATES_OF: Record<Exclude<TextList, 'hidden'>, readonly TextState[]> = {
  waiting: ['pending', 'flagged'],
  pending: ['pending'],
  flagged: ['flagged'],
  approved: ['approved', 'name-approved'],
  denied: ['denied'],
}

interface Wanted {
  list: TextList
  livemode: Livemode
  /** The id behind which the page begins. */
  after: string | undefined
  limit: number
}

/** Returns the texts of a list, in the order of their donations' ids, and so of their checkouts. */
export async function findTexts(
  reader: Reader,
  { list, livemode, after = '', limit }: Wanted,
): Promise<TextRow[]> {
  if (list === 'hidden') {
    return selectTexts(reader, { livemode, after, limit })
      .where('hidden', '=', sql.lit(1))
      .execute()
  }
  const pages = await Promise.all(
    // One seek a state: with a list of states the databases would sort all of them.
    STATES_OF[list].map((state) =>
      selectTexts(reader, { livemode, after, limit }).where('state', '=', sql.lit(state)).execute(),
    ),
  )
  return pages
    .flat()
    .toSorted((a, b) => (a.donation_id < b.donation_id ? -1 : 1))
    .slice(0, limit)
}

function selectTexts(
  reader: Reader,
  { livemode, after, limit }: Required<Omit<Wanted, 'list' | 'after'>> & { after: string },
) {
  return reader
    .selectFrom('donation_texts')
    .selectAll()
    .where('livemode', '=', livemode)
    .where('donation_id', '>', after)
    .orderBy('donation_id')
    .limit(limit)
}

/** Counts the texts of each list. */
export async function countTexts(reader: Reader, livemode: Livemode): Promise<HostTexts['counts']> {
  const rows = await reader
    .selectFrom('donation_texts')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('livemode', '=', livemode)
    .where('state', '<>', sql.lit('clear'))
    .groupBy('state')
    .execute()
  const { hidden } = await reader
    .selectFrom('donation_texts')
    .select(({ fn }) => fn.countAll<number>().as('hidden'))
    .where('livemode', '=', livemode)
    .where('hidden', '=', sql.lit(1))
    .executeTakeFirstOrThrow()
  const countOf = (list: Exclude<TextList, 'hidden'>) =>
    rows.reduce((sum, { state, count }) => sum + (STATES_OF[list].includes(state) ? count : 0), 0)
  return {
    pending: countOf('pending'),
    flagged: countOf('flagged'),
    approved: countOf('approved'),
    denied: countOf('denied'),
    hidden,
  }
}
