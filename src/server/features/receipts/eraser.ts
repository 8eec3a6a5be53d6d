import type { Eraser } from '#server/infra/eraser.ts'

/** Deletes the mails of an account: those that wait to be sent, and the list of those that were. */
export const receiptsEraser: Eraser = {
  tables: ['mails'],
  erase: async (writer, { userId }) => {
    await writer.deleteFrom('mails').where('user_id', '=', userId).execute()
  },
}
