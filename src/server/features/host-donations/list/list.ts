import {
  ATTEMPT_STATES,
  MAX_COUNTED,
  type AttemptState,
  type HostDonationsPage,
  type HostDonationsQuery,
} from '#contract/host/donations.ts'
import type { HostRole } from '#contract/host/roles.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import {
  countAttempts,
  findAttempts,
  type CheckoutRow,
} from '#server/features/checkouts/checkouts.ts'
import { countDonations, findSummed, searchDonations } from '#server/features/ledger/ledger.ts'
import { toSpan } from '../figures/days.ts'
import { markHeld } from './held.ts'
import { toPage, toSearch } from './page.ts'
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
  role: HostRole | null,
): Promise<HostDonationsPage> {
  const timeZone = deps.timeZone()
  const text = await readSearchText(deps.database, query.q)
  const { state } = query
  const page = isAttempt(state)
    ? await listAttempts(deps, query, { text, state })
    : await listPaid(deps, query, { text, state, role })
  const isFirst = query.after === undefined && query.before === undefined
  const mayBeAttempt = text !== undefined && state === undefined && isFirst
  const isFound = page.donations.length > 0 || !mayBeAttempt
  if (isFound) return { timeZone, ...page }
  // Without a cursor: the next page would be one of donations.
  const attempts = await listAttempts(deps, query, { text, state: undefined })
  return { timeZone, ...attempts, next: null }
}

function isAttempt(state: HostDonationsQuery['state']): state is AttemptState {
  return ATTEMPT_STATES.some((one) => one === state)
}

async function listPaid(
  { database, livemode, timeZone }: ListDeps,
  { provider, ...query }: HostDonationsQuery,
  {
    text,
    state,
    role,
  }: {
    text: SearchText | undefined
    state: Exclude<HostDonationsQuery['state'], AttemptState>
    role: HostRole | null
  },
): Promise<Page> {
  const filter = {
    livemode,
    ...(text !== undefined && ('grossCents' in text ? text : { match: text })),
    state,
    provider,
    ...toSpan(query, timeZone()),
  }
  const { after, ...search } = toSearch(query)
  const [found, total] = await Promise.all([
    searchDonations(database, {
      ...filter,
      ...search,
      after: after && { value: after.value, sequence: Number(after.key) },
    }),
    countDonations(database, filter, MAX_COUNTED),
  ])
  const { rows: places, ...page } = toPage(found, query, ({ value, sequence }) => ({
    value,
    key: String(sequence),
  }))
  const rows = await findSummed(
    database.reader,
    places.map(({ sequence }) => sequence),
  )
  const bySequence = new Map(rows.map((row) => [row.sequence, row]))
  const donations = await viewDonations(
    database,
    places.flatMap(({ sequence }) => bySequence.get(sequence) ?? []),
  )
  return { ...page, donations: await markHeld(database.reader, donations, role), total }
}

async function listAttempts(
  { database, livemode, timeZone }: ListDeps,
  { provider, ...query }: HostDonationsQuery,
  { text, state }: { text: SearchText | undefined; state: AttemptState | undefined },
): Promise<Page> {
  const filter = {
    livemode,
    state,
    ...(text !== undefined &&
      ('grossCents' in text ? { amountCents: text.grossCents } : { match: text })),
    provider,
    ...toSpan(query, timeZone()),
  }
  const { after, ...search } = toSearch(query)
  const [found, total] = await Promise.all([
    findAttempts(database.reader, {
      ...filter,
      ...search,
      after: after && { value: after.value, id: after.key },
    }),
    countAttempts(database.reader, filter, MAX_COUNTED),
  ])
  const { rows, ...page } = toPage(found, query, (row) => ({
    value: valueOf(row, query.sort),
    key: row.id,
  }))
  return { ...page, donations: await viewAttempts(database, rows), total }
}

function valueOf(
  { created_at, amount_cents }: CheckoutRow,
  sort: HostDonationsQuery['sort'],
): number {
  return sort === 'newest' || sort === 'oldest' ? created_at : amount_cents
}
