import { setImmediate } from 'node:timers/promises'
import type { Database } from '#server/infra/database/database.ts'
import { findEntriesOf } from '#server/features/ledger/ledger.ts'
import { compare, type Comparison, type Recency } from './compare.ts'
import { findLinesOf, type LineRow } from './store.ts'

/**
 * The number of payments compared at a time; other work runs in between, as it shares the thread.
 */
const CHUNK_SIZE = 200

/** The results of comparing payments. */
export interface Results {
  /** Payments whose sums are the same. */
  agreed: string[]
  waiting: string[]
  /** Payments with lines in another currency. */
  otherCurrency: string[]
  drifts: PaymentDrift[]
}

export interface PaymentDrift extends Omit<Comparison, 'result'> {
  checkoutId: string
  /** The time of its first line or entry, Unix ms. */
  since: number
  isOnStatement: boolean
}

/** Compares the stored lines and the ledger's entries of each of these payments. */
export async function comparePayments(
  { reader }: Database,
  checkoutIds: readonly string[],
  recency: Recency,
): Promise<Results> {
  const results: Results = { agreed: [], waiting: [], otherCurrency: [], drifts: [] }
  for (let from = 0; from < checkoutIds.length; from += CHUNK_SIZE) {
    const ids = checkoutIds.slice(from, from + CHUNK_SIZE)
    const entries = Map.groupBy(await findEntriesOf(reader, ids), (one) => one.checkoutId)
    const lines = Map.groupBy(await findLinesOf(reader, ids), (one) => one.checkout_id)
    for (const id of ids) {
      const sides = { entries: entries.get(id) ?? [], lines: (lines.get(id) ?? []).map(toCompared) }
      const { result, ...sums } = compare(sides, recency)
      if (result === 'agrees') results.agreed.push(id)
      if (result === 'waiting') results.waiting.push(id)
      if (result === 'other-currency') results.otherCurrency.push(id)
      if (result !== 'drift') continue
      const times = [
        ...sides.entries.map((one) => one.createdAt),
        ...sides.lines.map(({ at }) => at),
      ]
      const isOnStatement = sides.lines.length > 0
      results.drifts.push({ checkoutId: id, ...sums, since: Math.min(...times), isOnStatement })
    }
    await setImmediate()
  }
  return results
}

function toCompared({ object_id, at, gross_cents, currency }: LineRow) {
  return { objectId: object_id, at, grossCents: gross_cents, currency }
}
