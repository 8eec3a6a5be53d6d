import { ANONYMOUS } from '#contract/stand-in-names.ts'
import type { Eraser } from '#server/infra/eraser.ts'
import { takeVersions } from './board/board-feed.ts'
import { setShownTexts } from './board/shown-texts.ts'

/**
 * Erases the names and messages of an account's donations from the board and its feed. The rows
 * stay, with their amounts and places.
 */
export const ledgerEraser: Eraser = {
  tables: ['donations', 'board_changes'],
  erase: async (writer, { userId }) => {
    // The head is locked first, so that no movement of money is between the reading and the change.
    await takeVersions(writer, 0)
    const named = await writer
      .selectFrom('donations')
      .select('id')
      .where('user_id', '=', userId)
      .where('name', 'is not', null)
      .where(({ or, eb }) => or([eb('name', '<>', ANONYMOUS), eb('message', 'is not', null)]))
      .execute()
    for (const { id } of named) {
      await setShownTexts(writer, id, { name: ANONYMOUS, message: null, at: null })
    }
  },
}
