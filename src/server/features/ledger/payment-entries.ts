import { sql } from 'kysely'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { LedgerKind, Livemode } from '#server/infra/database/schema/schema.ts'
import { sumCents } from './net.ts'

/** The time after its creation in which a refund may still fail. */
const REFUND_MAY_FAIL_MS = 30 * 24 * 60 * 60 * 1000

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
  /**
   * The start of the time in which they were recorded, Unix ms; `to` is the first time that is out
   * of it.
   */
  from: number
  to: number
}

/** Returns a subquery for the checkouts of payments with entries in this time. */
export function selectPaymentsMoved(
  reader: Reader,
  { provider, livemode, from, to }: MovedBetween,
) {
  return reader
    .selectFrom('ledger_entries')
    .select('checkout_id')
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where('provider', '=', provider)
    .where('livemode', '=', livemode)
}

/**
 * Returns the checkouts of payments whose money is likely to move: a dispute is open, or a refund
 * may still fail. `now` is Unix ms.
 */
export async function findLikelyToMove(reader: Reader, now: number): Promise<string[]> {
  const movements = reader
    .selectFrom('ledger_entries')
    .select('checkout_id')
    // The same text as in the partial index, so that the databases use it.
    .where('kind', '<>', sql.lit('capture'))
    .groupBy('checkout_id')
  const rows = await movements
    .having(sumCents({ dispute_open: -1, dispute_won: 1, dispute_lost: 1 }), '<', 0)
    .union(
      movements
        .where('created_at', '>', now - REFUND_MAY_FAIL_MS)
        .having(sumCents({ refund: -1, refund_reversal: 1 }), '<', 0),
    )
    .execute()
  return rows.map(({ checkout_id }) => checkout_id)
}
