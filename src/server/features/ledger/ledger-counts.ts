import type { Reader } from '#server/infra/database/database.ts'
import type { LedgerKind, Livemode } from '#server/infra/database/schema/schema.ts'

/** The rows of the ledger and of the board with their sums, by which two copies are compared. */
export interface LedgerCounts {
  entries: { livemode: Livemode; kind: LedgerKind; count: number; cents: number }[]
  donations: { livemode: Livemode; count: number; cents: number }[]
}

/** Counts and sums the ledger's entries and the donations. */
export async function readLedgerCounts(reader: Reader): Promise<LedgerCounts> {
  const entries = await reader
    .selectFrom('ledger_entries')
    .select(({ fn }) => [
      'livemode',
      'kind',
      fn.countAll<number>().as('count'),
      fn.sum<number>('amount_cents').as('cents'),
    ])
    .groupBy(['livemode', 'kind'])
    .orderBy('livemode')
    .orderBy('kind')
    .execute()
  const donations = await reader
    .selectFrom('donations')
    .select(({ fn }) => [
      'livemode',
      fn.countAll<number>().as('count'),
      fn.sum<number>('amount_cents').as('cents'),
    ])
    .groupBy('livemode')
    .orderBy('livemode')
    .execute()
  return { entries, donations }
}
