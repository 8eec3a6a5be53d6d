import {
  ATTEMPT_STATES,
  type AttemptState,
  type HostDonationsPage,
  type HostDonationsQuery,
} from '#contract/host/donations.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { findAttempts, type CheckoutRow } from '#server/features/checkouts/checkouts.ts'
import { findSummed, searchDonations } from '#server/features/ledger/ledger.ts'
import { toSpan } from '../figures/days.ts'
import { formatCursor, parseCursor } from './cursor.ts'
import { readSearchText, type SearchText } from './search-text.ts'
import { viewAttempts, viewDonations } from './views.ts'

export interface ListDeps {
  database: Database
  livemode: Livemode
  /** Returns the time zone of the days, as in the IANA database. */
  timeZone: () => string
}

type Page = Omit<HostDonationsPage, 'timeZone'>

/**
 * Returns a page of donations, or of attempts to pay. A search text that names no donation finds
 * the attempts that it names.
 */
export async function listDonations(
  deps: ListDeps,
  query: HostDonationsQuery,
): Promise<HostDonationsPage> {
  const timeZone = deps.timeZone()
  const text = await readSearchText(deps.database, query.q)
  const { state } = query
  const page = isAttempt(state)
    ? await listAttempts(deps, query, { text, state })
    : await listPaid(deps, query, { text, state })
  const mayBeAttempt = text !== undefined && state === undefined && query.after === undefined
  const isFound = page.donations.length > 0 || !mayBeAttempt
  if (isFound) return { timeZone, ...page }
  // Without a cursor: the next page would be one of donations.
  const attempts = await listAttempts(deps, query, { text, state: undefined })
  return { timeZone, donations: attempts.donations, next: null }
}

function isAttempt(state: HostDonationsQuery['state']): state is AttemptState {
  return ATTEMPT_STATES.some((one) => one === state)
}

async function listPaid(
  { database, livemode, timeZone }: ListDeps,
  { provider, sort, limit, after, ...days }: HostDonationsQuery,
  {
    text,
    state,
  }: {
    text: SearchText | undefined
    state: Exclude<HostDonationsQuery['state'], AttemptState>
  },
): Promise<Page> {
  const cursor = parseCursor(after)
  const found = await searchDonations(database, {
    livemode,
    ...(text !== undefined && ('grossCents' in text ? text : { match: text })),
    state,
    provider,
    ...toSpan(days, timeZone()),
    sort,
    after: cursor && { value: cursor.value, sequence: Number(cursor.key) },
    limit: limit + 1,
  })
  const places = found.slice(0, limit)
  const rows = await findSummed(
    database.reader,
    places.map(({ sequence }) => sequence),
  )
  const bySequence = new Map(rows.map((row) => [row.sequence, row]))
  const last = found.length > limit ? places.at(-1) : undefined
  return {
    donations: await viewDonations(
      database,
      places.flatMap(({ sequence }) => bySequence.get(sequence) ?? []),
    ),
    next: last === undefined ? null : formatCursor({ ...last, key: String(last.sequence) }),
  }
}

async function listAttempts(
  { database, livemode, timeZone }: ListDeps,
  { provider, sort, limit, after, ...days }: HostDonationsQuery,
  { text, state }: { text: SearchText | undefined; state: AttemptState | undefined },
): Promise<Page> {
  const cursor = parseCursor(after)
  const found = await findAttempts(database.reader, {
    livemode,
    state,
    ...(text !== undefined &&
      ('grossCents' in text ? { amountCents: text.grossCents } : { match: text })),
    provider,
    ...toSpan(days, timeZone()),
    sort,
    after: cursor && { value: cursor.value, id: cursor.key },
    limit: limit + 1,
  })
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return {
    donations: await viewAttempts(database, rows),
    next: last === undefined ? null : formatCursor({ value: valueOf(last, sort), key: last.id }),
  }
}

function valueOf(
  { created_at, amount_cents }: CheckoutRow,
  sort: HostDonationsQuery['sort'],
): number {
  return sort === 'newest' || sort === 'oldest' ? created_at : amount_cents
}
