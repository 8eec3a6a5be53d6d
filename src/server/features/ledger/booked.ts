import { sql } from 'kysely'
import type { Reader } from '#server/infra/database/database.ts'
import type { LedgerKind } from '#server/infra/database/schema/schema.ts'
import type { ObjectRef } from '#server/payments/provider.ts'

/** An entry of a refund or dispute as the ledger has it. */
export interface BookedMovement {
  id: number
  kind: LedgerKind
  object_id: string
  amount_cents: number
}

/** Written as the partial index is: with a bound value the databases would not choose it. */
const isMovement = sql<boolean>`kind <> ${sql.lit('capture')}`

/** Returns what the ledger has of the movements of a checkout's money, in order. */
export async function findMovements(reader: Reader, checkoutId: string): Promise<BookedMovement[]> {
  return reader
    .selectFrom('ledger_entries')
    .select(['id', 'kind', 'object_id', 'amount_cents'])
    .where('checkout_id', '=', checkoutId)
    .where(isMovement)
    .orderBy('id')
    .execute()
}

/** Returns the last entry among movements; 0 where there is none. */
export function findLastMovement(movements: readonly BookedMovement[]): number {
  return movements.at(-1)?.id ?? 0
}

/** Returns the refunds and disputes that the movements are of. */
export function findBookedObjects(movements: readonly BookedMovement[]): ObjectRef[] {
  const refs = movements.map(({ kind, object_id }): ObjectRef => {
    const part = kind === 'refund' || kind === 'refund_reversal' ? 'refunds' : 'disputes'
    return { part, id: toObjectId(object_id) }
  })
  return [...new Map(refs.map((ref) => [ref.id, ref])).values()]
}

/** Returns the capture that a checkout has brought; undefined where none is booked. */
export async function findBookedCapture(
  reader: Reader,
  checkoutId: string,
): Promise<Pick<BookedMovement, 'object_id' | 'amount_cents'> | undefined> {
  return reader
    .selectFrom('ledger_entries')
    .select(['object_id', 'amount_cents'])
    .where('checkout_id', '=', checkoutId)
    .where('kind', '=', sql.lit('capture'))
    .executeTakeFirst()
}

const REVISION = '#'

/**
 * Returns the id under which the ledger books an entry of a kind that it has of this object already:
 * the provider has changed a refund or dispute that it had told of before.
 */
export function toRevisionId(objectId: string, revision: number): string {
  return revision === 1 ? objectId : `${objectId}${REVISION}${revision}`
}

/** Returns the provider's id of what an entry was booked for. */
export function toObjectId(revisionId: string): string {
  return revisionId.split(REVISION)[0] ?? revisionId
}
