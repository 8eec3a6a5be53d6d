import type { Eraser } from '#server/infra/eraser.ts'

/** Erases an account's reminders. */
export const remindersEraser: Eraser = {
  tables: ['reminders'],
  erase: async (writer, { userId }) => {
    await writer.deleteFrom('reminders').where('user_id', '=', userId).execute()
  },
}
