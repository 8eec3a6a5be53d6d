import { sql } from 'kysely'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { LedgerKind, Livemode } from '#server/infra/database/schema/schema.ts'

/** A ledger entry of a payment, identified by its checkout. */
export interface PaymentEntry {
  checkoutId: string
  kind: LedgerKind
  objectId: string
  amountCents: number
  /** The time at which it was recorded, Unix ms. */
  createdAt: number
}

/** Returns the ledger's entries of these payments, in order. */
export async function findEntriesOf(
  reader: Reader,
  checkoutIds: readonly string[],
): Promise<PaymentEntry[]> {
  if (checkoutIds.length === 0) return []
  const entries = reader
    .selectFrom('ledger_entries')
    .select([
      'id',
      'checkout_id as checkoutId',
      'kind',
      'object_id as objectId',
      'amount_cents as amountCents',
      'created_at as createdAt',
    ])
    .where('checkout_id', 'in', checkoutIds)
  // Each half is written as its partial index is, so that the databases use it.
  return entries
    .where('kind', '=', sql.lit('capture'))
    .unionAll(entries.where('kind', '<>', sql.lit('capture')))
    .orderBy('id')
    .execute()
}

/** Returns the payments to which the provider's objects belong, by the objects' ids. */
export async function findOwnersOf(
  reader: Reader,
  { provider, livemode }: { provider: ProviderName; livemode: Livemode },
  objectIds: readonly string[],
): Promise<Map<string, string>> {
  if (objectIds.length === 0) return new Map()
  const rows = await reader
    .selectFrom('ledger_entries')
    .select(['object_id', 'checkout_id'])
    .where('provider', '=', provider)
    .where('livemode', '=', livemode)
    .where('object_id', 'in', objectIds)
    .execute()
  return new Map(rows.map(({ object_id, checkout_id }) => [object_id, checkout_id]))
}

export interface MovedBetween {
  provider: ProviderName
  livemode: Livemode
  /** The provider's account of the payments; null if it is not known. */
  account: string | null
  /**
   * The start of the time in which they were recorded, Unix ms; `to` is the first time that is out
   * of it.
   */
  from: number
  to: number
}

/** Returns the checkouts of an account's payments with entries in this time. */
export async function findPaymentsMoved(
  reader: Reader,
  { provider, livemode, account, from, to }: MovedBetween,
): Promise<string[]> {
  const rows = await reader
    .selectFrom('ledger_entries as entry')
    .innerJoin('checkouts', 'checkouts.id', 'entry.checkout_id')
    .select('entry.checkout_id')
    .distinct()
    .where('entry.created_at', '>=', from)
    .where('entry.created_at', '<', to)
    .where('entry.provider', '=', provider)
    .where('entry.livemode', '=', livemode)
    .$if(account !== null, (query) =>
      query.where(({ or, eb }) =>
        or([
          eb('checkouts.provider_account', 'is', null),
          eb('checkouts.provider_account', '=', account),
        ]),
      ),
    )
    .execute()
  return rows.map(({ checkout_id }) => checkout_id)
}
