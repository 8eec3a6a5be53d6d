import { sql } from 'kysely'
import type { CheckoutState, ProviderName } from '#contract/checkout-states.ts'
import { ATTEMPT_STATES, type AttemptState, type DonationSort } from '#contract/host/donations.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import type { CheckoutRow } from '../store.ts'
import { orNone } from './named-checkouts.ts'

const STATES: Record<AttemptState, readonly CheckoutState[]> = {
  open: ['created', 'awaiting_payer'],
  pending: ['processing'],
  review: ['review'],
  failed: ['failed'],
  expired: ['expired'],
  cancelled: ['cancelled'],
}

/** Returns the word for hosts for the state of a checkout that is not paid. */
export function toAttemptState(state: CheckoutState): AttemptState | undefined {
  return ATTEMPT_STATES.find((one) => STATES[one].includes(state))
}

export interface AttemptFilter {
  livemode: Livemode
  /** Undefined for all that brought no donation. */
  state?: AttemptState | undefined
  /** The ids of the checkouts or the accounts that the search text may mean. */
  match?: { checkoutIds: readonly string[]; userIds: readonly string[] } | undefined
  amountCents?: number | undefined
  provider?: ProviderName | undefined
  from?: number | undefined
  to?: number | undefined
}

export interface AttemptSearch extends AttemptFilter {
  sort: DonationSort
  after?: { value: number; id: string } | undefined
  limit: number
}

/** Returns the attempts to pay that a search finds, in its order. */
export async function findAttempts(reader: Reader, search: AttemptSearch): Promise<CheckoutRow[]> {
  const { sort, after } = search
  const column = sort === 'newest' || sort === 'oldest' ? 'created_at' : 'amount_cents'
  const isDescending = sort === 'newest' || sort === 'highest'
  const beyond = sql.raw(isDescending ? '<' : '>')
  return selectFound(reader, search)
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${sql.ref(column)}, id) ${beyond} (${after?.value}, ${after?.id})`),
    )
    .orderBy(column, isDescending ? 'desc' : 'asc')
    .orderBy('id', isDescending ? 'desc' : 'asc')
    .limit(search.limit)
    .execute()
}

/** Counts the attempts that a search finds, wherever its page begins, up to a limit. */
export async function countAttempts(
  reader: Reader,
  search: AttemptFilter,
  limit: number,
): Promise<number> {
  const { count } = await reader
    .selectFrom(selectFound(reader, search).select('id').limit(limit).as('found'))
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function selectFound(reader: Reader, search: AttemptFilter) {
  const { match, amountCents, provider, from, to } = search
  const states = search.state === undefined ? Object.values(STATES).flat() : STATES[search.state]
  return (
    reader
      .selectFrom('checkouts')
      .where('livemode', '=', search.livemode)
      .where('state', 'in', states)
      // The same text as in the partial index, so that the databases use it.
      .where('state', '<>', sql.lit('paid'))
      .$if(match !== undefined, (query) =>
        query.where(({ or, eb }) =>
          or([
            eb('id', 'in', orNone(match?.checkoutIds)),
            eb('user_id', 'in', orNone(match?.userIds)),
          ]),
        ),
      )
      .$if(amountCents !== undefined, (query) => query.where('amount_cents', '=', amountCents ?? 0))
      .$if(provider !== undefined, (query) => query.where('provider', '=', provider ?? 'stripe'))
      .$if(from !== undefined, (query) => query.where('created_at', '>=', from ?? 0))
      .$if(to !== undefined, (query) => query.where('created_at', '<', to ?? 0))
  )
}
