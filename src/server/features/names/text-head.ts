import type { Reader, Writer } from '#server/infra/database/database.ts'

/** Counts a change of texts, so that every node sees that there is one. */
export async function countTextChange(writer: Writer): Promise<void> {
  await writer
    .updateTable('text_head')
    .set((update) => ({ version: update('version', '+', 1) }))
    .execute()
}

/** Returns the number of changes of texts so far. */
export async function readTextVersion(reader: Reader): Promise<number> {
  const { version } = await reader
    .selectFrom('text_head')
    .select('version')
    .executeTakeFirstOrThrow()
  return version
}
