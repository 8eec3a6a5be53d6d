import type { Reader } from '#server/infra/database/database.ts'

/** Returns a subquery for the ids of the accounts that were deleted. */
export function selectErasedUsers(reader: Reader) {
  return reader.selectFrom('account_deletions').select('user_id')
}

/** Returns those of the accounts that were deleted. */
export async function findErased(
  reader: Reader,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await selectErasedUsers(reader).where('user_id', 'in', userIds).execute()
  return new Set(rows.map(({ user_id }) => user_id))
}
