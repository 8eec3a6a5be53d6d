import type { Insertable, Selectable } from 'kysely'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { Writer } from '#server/infra/database/database.ts'
import { insertRows } from '#server/infra/database/insert-rows.ts'
import type { LedgerEntriesTable } from '#server/infra/database/schema/ledger-tables.ts'
import type { LedgerKind } from '#server/infra/database/schema/schema.ts'

/** The checkout, donation and donor whose money an entry moves. */
export interface EntryOwner {
  checkoutId: string
  donationId: string
  provider: ProviderName
  livemode: 0 | 1
  /** Unix ms. */
  timestamp: number
}

/** The inserted fields of a new entry. */
export type RecordedEntry = Pick<
  Selectable<LedgerEntriesTable>,
  'donation_id' | 'kind' | 'object_id' | 'amount_cents' | 'provider' | 'livemode' | 'created_at'
>

export function toLedgerEntry(
  owner: EntryOwner,
  { kind, objectId, amountCents }: { kind: LedgerKind; objectId: string; amountCents: number },
): Insertable<LedgerEntriesTable> {
  return {
    provider: owner.provider,
    object_id: objectId,
    kind,
    checkout_id: owner.checkoutId,
    donation_id: owner.donationId,
    amount_cents: amountCents,
    livemode: owner.livemode,
    created_at: owner.timestamp,
  }
}

/**
 * Inserts entries and returns the new ones: the table's unique constraints skip those that the
 * ledger has.
 */
export async function insertEntries(
  writer: Writer,
  entries: readonly Insertable<LedgerEntriesTable>[],
): Promise<RecordedEntry[]> {
  return insertRows(writer, 'ledger_entries', entries, {
    ignoreConflicts: true,
    returning: [
      'donation_id',
      'kind',
      'object_id',
      'amount_cents',
      'provider',
      'livemode',
      'created_at',
    ],
  })
}
