import { ANONYMOUS } from '#contract/stand-in-names.ts'
import type { Writer } from '#server/infra/database/database.ts'
import { insertChanges, lockBoard, takeVersions } from './board-feed.ts'

/** The texts of a donation that everybody sees. */
export interface ShownTexts {
  /** Null if there is no name; such a donation is not shown. */
  name: string | null
  message: string | null
}

/**
 * Changes what everybody sees of a donation, on the board and in the feed's earlier changes, so
 * that a text that was taken back is nowhere read any more. A donation that had no name comes onto
 * the board with its name, at this time, Unix ms; null for one that has had a name. Returns the version of the board that
 * it caused, or null if nothing differs or the donation was removed. The money is untouched.
 */
export async function setShownTexts(
  writer: Writer,
  donationId: string,
  { name, message, at }: ShownTexts & { at: number | null },
): Promise<number | null> {
  // The head is locked first, so that no movement of money is between this reading and the change.
  await lockBoard(writer)
  const before = await writer
    .selectFrom('donations')
    .selectAll()
    .where('id', '=', donationId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (before === undefined || (before.name === name && before.message === message)) return null
  const version = await takeVersions(writer, 1)
  const isNamed = before.name === null && name !== null
  const named_at = isNamed ? at : before.named_at
  const after = { ...before, name, message, named_at }
  await writer
    .updateTable('donations')
    .set({ name, message, named_at })
    .where('id', '=', donationId)
    .execute()
  await rewriteFeed(writer, before.sequence, { name, message })
  await insertChanges(writer, [{ version, before, after, retracts: true }])
  return version
}

/**
 * Rewrites the earlier changes of a donation. Their amounts say whether it was on the board, so that
 * they always have a name: without one, whoever reads them late would see it leave and never come.
 */
async function rewriteFeed(
  writer: Writer,
  sequence: number,
  { name, message }: ShownTexts,
): Promise<void> {
  const texts = { name: name ?? ANONYMOUS, message }
  const rewrite = () => writer.updateTable('board_changes').set(texts)
  await rewrite().where('version', '=', sequence).execute()
  await rewrite().where('sequence', '=', sequence).whereRef('version', '<>', 'sequence').execute()
}
