import type { Writer } from '#server/infra/database/database.ts'

/** Counts a change of texts, so that every node sees that there is one. */
export async function countTextChange(writer: Writer): Promise<void> {
  await writer
    .updateTable('text_head')
    .set((update) => ({ version: update('version', '+', 1) }))
    .execute()
}
