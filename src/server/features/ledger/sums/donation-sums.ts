import { sql, type Expression, type RawBuilder } from 'kysely'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { DonationState } from '#contract/host/donations.ts'
import type { Reader, Writer } from '#server/infra/database/database.ts'
import type { TableRows } from '#server/infra/database/insert-rows.ts'
import type { LedgerKind, Livemode } from '#server/infra/database/schema/schema.ts'
import type { Donation } from '../donations.ts'
import { findMovements } from '../recorded-movements.ts'

/**
 * Returns the sums of new donations, of which nothing was returned yet; the captures are in the
 * same order.
 */
export function toDonationSums(
  donations: readonly Pick<Donation, 'sequence' | 'livemode' | 'timestamp'>[],
  captures: readonly { provider: ProviderName; amountCents: number }[],
): TableRows {
  const rows = captures.flatMap(({ provider, amountCents }, index) => {
    const donation = donations[index]
    if (donation === undefined) return []
    const { sequence, livemode, timestamp } = donation
    const sums = { gross_cents: amountCents, refunded_cents: 0, disputed_cents: 0 }
    return [{ sequence, livemode, provider, timestamp, ...sums, state: 'paid' as const }]
  })
  return { table: 'donation_sums', rows }
}

/** Updates the sums of a donation to its entries in the ledger. */
export async function updateDonationSums(
  writer: Writer,
  { sequence, checkout_id: checkoutId }: Pick<Donation, 'sequence' | 'checkout_id'>,
): Promise<void> {
  const entries = await findMovements(writer, checkoutId)
  const sumOf = (kind: LedgerKind) =>
    entries.reduce((sum, entry) => sum + (entry.kind === kind ? entry.amount_cents : 0), 0)
  const refunded = sumOf('refund') - sumOf('refund_reversal')
  const disputed = sumOf('dispute_open') - sumOf('dispute_won')
  const held = disputed - sumOf('dispute_lost')
  await writer
    .updateTable('donation_sums')
    .set(({ ref }) => ({
      refunded_cents: refunded,
      disputed_cents: disputed,
      state: toState({ refunded, disputed, held }, ref('gross_cents')),
    }))
    .where('sequence', '=', sequence)
    .execute()
}

function toState(
  { refunded, disputed, held }: { refunded: number; disputed: number; held: number },
  grossCents: Expression<number>,
): RawBuilder<DonationState> {
  if (held > 0) return sql.lit('disputed')
  if (disputed > 0) return sql.lit('dispute_lost')
  if (refunded <= 0) return sql.lit('paid')
  return sql`case when ${refunded} >= ${grossCents} then 'refunded' else 'partly_refunded' end`
}

/** Returns the number and the held cents of a mode's donations with an open dispute. */
export async function sumOpenDisputes(
  reader: Reader,
  livemode: Livemode,
): Promise<{ count: number; amountCents: number }> {
  return (
    reader
      .selectFrom('donation_sums')
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        sql<number>`cast(coalesce(sum(disputed_cents), 0) as bigint)`.as('amountCents'),
      ])
      .where('livemode', '=', livemode)
      // The same text as in the partial index, so that the databases use it.
      .where('state', '<>', sql.lit('paid'))
      .where('state', '=', sql.lit('disputed'))
      .executeTakeFirstOrThrow()
  )
}
