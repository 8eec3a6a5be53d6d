import type { Reader, Writer } from '#server/infra/database/database.ts'

/** Counts a change of texts, so that every node sees that there is one. */
export async function countTextChange(writer: Writer): Promise<void> {
  await writer
    .updateTable('text_head')
    .set((update) => ({ version: update('version', '+', 1) }))
    .execute()
}

/** Returns the number of changes of texts until now. */
export async function readTextVersion(reader: Reader): Promise<number> {
  const head = await reader.selectFrom('text_head').select('version').executeTakeFirstOrThrow()
  return head.version
}
