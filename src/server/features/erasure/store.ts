import type { Selectable } from 'kysely'
import { writeEach, type Reader, type Writer } from '#server/infra/database/database.ts'
import type { AccountDeletionsTable } from '#server/infra/database/schema/account-deletions-table.ts'

export type Deletion = Selectable<AccountDeletionsTable>

/** Notes that an account is deleted; returns false if it was before. */
export async function noteDeletion(writer: Writer, deletion: Deletion): Promise<boolean> {
  const noted = await writer
    .insertInto('account_deletions')
    .values(deletion)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('user_id')
    .execute()
  return noted.length > 0
}

/** Returns deletions that are due to be swept, the longest due first. */
export async function findDueDeletions(
  reader: Reader,
  { now, limit }: { now: number; limit: number },
): Promise<Deletion[]> {
  return reader
    .selectFrom('account_deletions')
    .selectAll()
    .where('next_sweep_at', '<=', now)
    .orderBy('next_sweep_at')
    .limit(limit)
    .execute()
}

/** Returns when the next deletion is due to be swept, Unix ms; undefined if none is. */
export async function findNextSweep(reader: Reader): Promise<number | undefined> {
  const next = await reader
    .selectFrom('account_deletions')
    .select('next_sweep_at')
    .orderBy('next_sweep_at')
    .limit(1)
    .executeTakeFirst()
  return next?.next_sweep_at
}

interface Sweep {
  userId: string
  /** True if the mails to its address were erased, so that its hash is needed no more. */
  forgetsAddress: boolean
  nextAt: number
}

/** Stores that an account was swept, and when it is again, Unix ms. */
export const noteSweep = writeEach(
  'erasure.note-sweep',
  async (writer, { userId, forgetsAddress, nextAt }: Sweep) => {
    await writer
      .updateTable('account_deletions')
      .set({ next_sweep_at: nextAt, ...(forgetsAddress && { address_key: null }) })
      .where('user_id', '=', userId)
      .execute()
    return null
  },
)
