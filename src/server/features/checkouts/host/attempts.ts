import { sql } from 'kysely'
import type { CheckoutState, ProviderName } from '#contract/checkout-states.ts'
import { ATTEMPT_STATES, type AttemptState, type DonationSort } from '#contract/host/donations.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import type { CheckoutRow } from '../store.ts'

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

export interface AttemptSearch {
  livemode: Livemode
  /** Undefined for all that brought no donation. */
  state?: AttemptState | undefined
  /** The ids of the checkouts or the accounts that the search text may mean. */
  match?: { checkoutIds: readonly string[]; userIds: readonly string[] } | undefined
  amountCents?: number | undefined
  provider?: ProviderName | undefined
  from?: number | undefined
  to?: number | undefined
  sort: DonationSort
  after?: { value: number; id: string } | undefined
  limit: number
}

/** Returns the attempts to pay that a search finds, in its order. */
export async function findAttempts(reader: Reader, search: AttemptSearch): Promise<CheckoutRow[]> {
  const { match, amountCents, provider, from, to, after } = search
  const column =
    search.sort === 'newest' || search.sort === 'oldest' ? 'created_at' : 'amount_cents'
  const isDescending = search.sort === 'newest' || search.sort === 'highest'
  const states = search.state === undefined ? Object.values(STATES).flat() : STATES[search.state]
  const beyond = sql.raw(isDescending ? '<' : '>')
  return (
    reader
      .selectFrom('checkouts')
      .selectAll()
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
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(${sql.ref(column)}, id) ${beyond} (${after?.value}, ${after?.id})`,
        ),
      )
      .orderBy(column, isDescending ? 'desc' : 'asc')
      .orderBy('id', isDescending ? 'desc' : 'asc')
      .limit(search.limit)
      .execute()
  )
}

/** No id is empty, and an empty list is no valid SQL everywhere. */
function orNone(ids: readonly string[] = []): readonly string[] {
  return ids.length === 0 ? [''] : ids
}

/** Returns checkouts by their ids, in any order. */
export async function findCheckouts(
  reader: Reader,
  ids: readonly string[],
): Promise<CheckoutRow[]> {
  return reader.selectFrom('checkouts').selectAll().where('id', 'in', orNone(ids)).execute()
}

/** Returns the checkouts that an id names: our own, the donation's, or the provider's payment. */
export async function findCheckoutsNamed(reader: Reader, id: string): Promise<CheckoutRow[]> {
  const checkouts = reader.selectFrom('checkouts').selectAll()
  return checkouts
    .where('id', '=', id)
    .union(checkouts.where('donation_id', '=', id))
    .union(checkouts.where('provider', 'in', ['stripe', 'paypal']).where('provider_ref', '=', id))
    .execute()
}
