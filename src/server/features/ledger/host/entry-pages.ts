import { sql, type Selectable } from 'kysely'
import type { Reader } from '#server/infra/database/database.ts'
import type { LedgerEntriesTable, Livemode } from '#server/infra/database/schema/ledger-tables.ts'

export type LedgerEntry = Selectable<LedgerEntriesTable>

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
    .selectFrom('ledger_entries')
    .selectAll()
    .where('created_at', '>=', Math.max(from, after?.created_at ?? 0))
    .where('created_at', '<', to)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) > (${after?.created_at}, ${after?.id})`),
    )
    .where('livemode', '=', livemode)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}
