import type { Selectable } from 'kysely'
import type { ProviderName } from '#contract/checkout-states.ts'
import { writeEach, type Reader } from '#server/infra/database/database.ts'
import type { DuplicatePaymentsTable } from '#server/infra/database/schema/reconciliation-tables.ts'

export type DuplicatePayment = Selectable<DuplicatePaymentsTable>

/** The name of a payment: its provider, and its session or order there. */
export interface PaymentName {
  provider: ProviderName
  ref: string
}

/** Stores what a provider has left of a second payment. */
export const keepDuplicate = writeEach(
  'checkouts.keep-duplicate',
  async (writer, duplicate: DuplicatePayment) => {
    await writer
      .insertInto('duplicate_payments')
      .values(duplicate)
      .onConflict((conflict) =>
        conflict
          .columns(['provider', 'payment_ref'])
          .doUpdateSet({ left_cents: duplicate.left_cents, capture_id: duplicate.capture_id }),
      )
      .execute()
    return null
  },
)

/** Deletes a second payment of which nothing is left. */
export const dropDuplicate = writeEach(
  'checkouts.drop-duplicate',
  async (writer, { provider, ref }: PaymentName) => {
    await writer
      .deleteFrom('duplicate_payments')
      .where('provider', '=', provider)
      .where('payment_ref', '=', ref)
      .execute()
    return null
  },
)

/** Returns all second payments of which something is left. */
export async function findDuplicates(reader: Reader): Promise<DuplicatePayment[]> {
  return reader
    .selectFrom('duplicate_payments')
    .selectAll()
    .orderBy('provider')
    .orderBy('payment_ref')
    .execute()
}

export async function findDuplicate(
  reader: Reader,
  { provider, ref }: PaymentName,
): Promise<DuplicatePayment | undefined> {
  return reader
    .selectFrom('duplicate_payments')
    .selectAll()
    .where('provider', '=', provider)
    .where('payment_ref', '=', ref)
    .executeTakeFirst()
}
