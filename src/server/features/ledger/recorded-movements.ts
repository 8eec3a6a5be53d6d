import { sql } from 'kysely'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { LedgerKind } from '#server/infra/database/schema/schema.ts'
import type { ObjectRef } from '#server/payments/provider.ts'

/** A ledger entry of a refund or dispute. */
export interface RecordedMovement {
  id: number
  kind: LedgerKind
  object_id: string
  amount_cents: number
}

/**
 * The same text as in the partial index: with a bound value the databases would not use the index.
 */
const isMovement = sql<boolean>`kind <> ${sql.lit('capture')}`

/** Returns a checkout's ledger entries after the capture, in the order of their ids. */
export async function findMovements(
  reader: Reader,
  checkoutId: string,
): Promise<RecordedMovement[]> {
  return reader
    .selectFrom('ledger_entries')
    .select(['id', 'kind', 'object_id', 'amount_cents'])
    .where('checkout_id', '=', checkoutId)
    .where(isMovement)
    .orderBy('id')
    .execute()
}

/** Returns the same for several checkouts, by checkout id; those without any are left out. */
export async function findMovementsOf(
  reader: Reader,
  checkoutIds: readonly string[],
): Promise<Map<string, RecordedMovement[]>> {
  if (checkoutIds.length === 0) return new Map()
  const movements = await reader
    .selectFrom('ledger_entries')
    .select(['id', 'kind', 'object_id', 'amount_cents', 'checkout_id'])
    .where('checkout_id', 'in', checkoutIds)
    .where(isMovement)
    .orderBy('id')
    .execute()
  return Map.groupBy(movements, ({ checkout_id }) => checkout_id)
}

/** Returns the id of the last movement; 0 if there is none. */
export function findLastMovementId(movements: readonly RecordedMovement[]): number {
  return movements.at(-1)?.id ?? 0
}

/** Returns the refunds and disputes that the movements belong to, each once. */
export function toObjectRefs(movements: readonly RecordedMovement[]): ObjectRef[] {
  const refs = movements.map(({ kind, object_id }): ObjectRef => {
    const part = kind === 'refund' || kind === 'refund_reversal' ? 'refunds' : 'disputes'
    return { part, id: toObjectId(object_id) }
  })
  return [...new Map(refs.map((ref) => [ref.id, ref])).values()]
}

/** Returns the capture of a checkout, or undefined if the ledger has none. */
export async function findRecordedCapture(
  reader: Reader,
  checkoutId: string,
): Promise<Pick<RecordedMovement, 'object_id' | 'amount_cents'> | undefined> {
  return reader
    .selectFrom('ledger_entries')
    .select(['object_id', 'amount_cents'])
    .where('checkout_id', '=', checkoutId)
    .where('kind', '=', sql.lit('capture'))
    .executeTakeFirst()
}

/** Returns a subquery for the checkout whose capture is recorded under this id. */
export function selectCheckoutOfCapture(reader: Reader, provider: ProviderName, captureId: string) {
  return reader
    .selectFrom('ledger_entries')
    .select('checkout_id')
    .where('provider', '=', provider)
    .where('object_id', '=', captureId)
    .where('kind', '=', 'capture')
}

const REVISION_SEPARATOR = '#'

/**
 * Returns the id of a further entry of the same kind for an object, which the ledger needs when the
 * provider has changed a refund or dispute that was recorded before.
 */
export function toEntryObjectId(objectId: string, revision: number): string {
  return revision === 1 ? objectId : `${objectId}${REVISION_SEPARATOR}${revision}`
}

/** Returns the provider's id of the object of an entry. */
export function toObjectId(entryObjectId: string): string {
  return entryObjectId.split(REVISION_SEPARATOR)[0] ?? entryObjectId
}
