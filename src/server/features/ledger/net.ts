import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '#server/infra/database/database.ts'
import type { LedgerKind } from '#server/infra/database/schema/schema.ts'
import { MONEY_EFFECTS } from '#server/payments/reading/money-effects.ts'

/** Returns `netOf` as SQL, over the rows of `ledger_entries` in the query; 0 if there are none. */
export function sumNet(): RawBuilder<number> {
  return sql<number>`cast(coalesce(${sumCents(MONEY_EFFECTS)}, 0) as bigint)`
}

/**
 * Returns SQL that sums the cents of some kinds of entries, each with its sign; null without rows.
 */
export function sumCents(signs: Partial<Record<LedgerKind, 1 | 0 | -1>>): RawBuilder<number> {
  const branches = Object.entries(signs).map(
    ([kind, sign]) => sql`when ${sql.lit(kind)} then ${sql.lit(sign)} * amount_cents`,
  )
  return sql<number>`sum(case kind ${sql.join(branches, sql` `)} else 0 end)`
}

/** Returns what the ledger has left of a checkout's money, in cents; 0 if it has no entries. */
export async function findNetCents(reader: Reader, checkoutId: string): Promise<number> {
  const sums = await selectNets(reader, checkoutId).execute()
  return sums.reduce((net, sum) => net + sum.net, 0)
}

/**
 * Selects the sums of movements and captures in two queries, because each has its own partial
 * index.
 */
export function selectNets(reader: Reader, checkoutId: string) {
  const nets = reader
    .selectFrom('ledger_entries')
    .select(sumNet().as('net'))
    .where('checkout_id', '=', checkoutId)
  return nets
    .where('kind', '=', sql.lit('capture'))
    .unionAll(nets.where('kind', '<>', sql.lit('capture')))
}
