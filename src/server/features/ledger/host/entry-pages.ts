import { sql, type Selectable } from 'kysely'
import type { Reader } from '#server/infra/database/database.ts'
import type { LedgerEntriesTable, Livemode } from '#server/infra/database/schema/ledger-tables.ts'

/** An entry with the name that the board shows of its donation; null if there is none. */
export type LedgerEntry = Selectable<LedgerEntriesTable> & { name: string | null }

export interface EntryPage {
  livemode: Livemode
  /** A span of time, Unix ms, without its end; a side that is missing is open. */
  from?: number | undefined
  to?: number | undefined
  /** The last entry of the page before. */
  after?: Pick<LedgerEntry, 'created_at' | 'id'> | undefined
  limit: number
}

/** Returns a mode's entries in the order in which they were made, page by page. */
export async function findEntryPage(
  reader: Reader,
  { livemode, from = 0, to = Number.MAX_SAFE_INTEGER, after, limit }: EntryPage,
): Promise<LedgerEntry[]> {
  return reader
    .selectFrom('ledger_entries as entry')
    .leftJoin('donations', 'donations.id', 'entry.donation_id')
    .selectAll('entry')
    .select('donations.name')
    .where('entry.created_at', '>=', Math.max(from, after?.created_at ?? 0))
    .where('entry.created_at', '<', to)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(entry.created_at, entry.id) > (${after?.created_at}, ${after?.id})`,
      ),
    )
    .where('entry.livemode', '=', livemode)
    .orderBy('entry.created_at')
    .orderBy('entry.id')
    .limit(limit)
    .execute()
}
