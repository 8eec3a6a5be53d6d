import type { Reader } from '#server/infra/database/database.ts'
import { readVersion } from '../board/board-reads.ts'

/** Returns a text that differs after each change of the ledger or of what the board shows of it. */
export async function readLedgerMark(reader: Reader): Promise<string> {
  const { last } = await reader
    .selectFrom('ledger_entries')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return `${await readVersion(reader)}.${last}`
}
