import { sql } from 'kysely'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { Reader, Writer } from '#server/infra/database/database.ts'
import type { LedgerKind, Livemode } from '#server/infra/database/schema/schema.ts'

/** The span of one sum, ms: the offsets of all time zones are multiples of it. */
export const SUM_SPAN_MS = 15 * 60 * 1000

/** An entry as the sums count it. */
interface SummedEntry {
  livemode: Livemode
  provider: ProviderName
  kind: LedgerKind
  amount_cents: number
  created_at: number
}

/** The sum of the entries of one provider and kind. */
export interface KindSum {
  provider: ProviderName
  kind: LedgerKind
  amountCents: number
  /** The number of entries. */
  entries: number
}

/** A sum with the beginning of its quarter of an hour, Unix ms. */
export interface QuarterSum extends KindSum {
  startsAt: number
}

/**
 * Adds new entries to the sums, in the transaction that inserts them. The board's head is locked
 * before, so that two nodes take the rows of the sums one after the other.
 */
export async function addToSums(writer: Writer, entries: readonly SummedEntry[]): Promise<void> {
  const sums = Map.groupBy(entries, (entry) => Object.values(toKey(entry)).join(' '))
  const rows = [...sums.values()].flatMap((some) => {
    const [first] = some
    const cents = some.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
    return first === undefined
      ? []
      : [{ ...toKey(first), amount_cents: cents, entries: some.length }]
  })
  for (const row of rows) {
    await writer
      .insertInto('ledger_sums')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['livemode', 'starts_at', 'provider', 'kind']).doUpdateSet({
          amount_cents: sql`ledger_sums.amount_cents + excluded.amount_cents`,
          entries: sql`ledger_sums.entries + excluded.entries`,
        }),
      )
      .execute()
  }
}

function toKey({ livemode, created_at, provider, kind }: SummedEntry) {
  return { livemode, starts_at: created_at - (created_at % SUM_SPAN_MS), provider, kind }
}

/** Returns the sums of all of a mode's entries. */
export async function sumEntries(reader: Reader, livemode: Livemode): Promise<KindSum[]> {
  return reader
    .selectFrom('ledger_sums')
    .select([
      'provider',
      'kind',
      sql<number>`cast(sum(amount_cents) as bigint)`.as('amountCents'),
      sql<number>`cast(sum(entries) as bigint)`.as('entries'),
    ])
    .where('livemode', '=', livemode)
    .groupBy(['provider', 'kind'])
    .execute()
}

/** Returns a mode's sums of the quarters that begin in a span of time, Unix ms, without its end. */
export async function findQuarterSums(
  reader: Reader,
  livemode: Livemode,
  { from, to }: { from: number; to: number },
): Promise<QuarterSum[]> {
  return reader
    .selectFrom('ledger_sums')
    .select(['starts_at as startsAt', 'provider', 'kind', 'amount_cents as amountCents', 'entries'])
    .where('livemode', '=', livemode)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .execute()
}
