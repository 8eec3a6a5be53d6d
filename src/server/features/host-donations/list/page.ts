import type { DonationSort, HostDonationsPage } from '#contract/host/donations.ts'
import { formatCursor, parseCursor, type Cursor } from './cursor.ts'

/** The order and length of a page, and the row after or before which it lies. */
export interface PageQuery {
  sort: DonationSort
  limit: number
  after?: string | undefined
  before?: string | undefined
}

const OPPOSITE = {
  newest: 'oldest',
  oldest: 'newest',
  highest: 'lowest',
  lowest: 'highest',
} as const satisfies Record<DonationSort, DonationSort>

/**
 * Returns how to search the rows of a page, one more than it has: from its cursor on, so those
 * before a row in the opposite order. Throws `invalid-argument` for a cursor that is none.
 */
export function toSearch({ sort, limit, after, before }: PageQuery) {
  return {
    sort: before === undefined ? sort : OPPOSITE[sort],
    after: parseCursor(before ?? after),
    limit: limit + 1,
  }
}

/** Cuts what `toSearch` found to the page in its own order, and names the pages beside it. */
export function toPage<Row>(
  found: readonly Row[],
  { limit, after, before }: PageQuery,
  toCursor: (row: Row) => Cursor,
): { rows: Row[] } & Pick<HostDonationsPage, 'previous' | 'next'> {
  const rows = found.slice(0, limit)
  if (before !== undefined) rows.reverse()
  const goesOn = found.length > limit
  const hasPrevious = before === undefined ? after !== undefined : goesOn
  const hasNext = before !== undefined || goesOn
  const [first, last] = [rows[0], rows.at(-1)]
  return {
    rows,
    previous: hasPrevious && first !== undefined ? formatCursor(toCursor(first)) : null,
    next: hasNext && last !== undefined ? formatCursor(toCursor(last)) : null,
  }
}
