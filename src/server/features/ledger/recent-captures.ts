import type { Reader } from '#server/infra/database/database.ts'

/** Returns whether at least `count` captures were recorded since a time, Unix ms. */
export async function hasCaptured(
  reader: Reader,
  { count, since }: { count: number; since: number },
): Promise<boolean> {
  const capture = await reader
    .selectFrom('ledger_entries')
    .select('created_at')
    .where('kind', '=', 'capture')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(count - 1)
    .executeTakeFirst()
  return capture !== undefined && capture.created_at > since
}
