import type { Eraser } from '#server/infra/eraser.ts'

/** Erases an account's profile, and the names and messages of its donations. */
export const namesEraser: Eraser = {
  tables: ['profiles', 'donation_texts', 'text_presences'],
  erase: async (writer, { userId }) => {
    await writer.deleteFrom('profiles').where('user_id', '=', userId).execute()
    await writer.deleteFrom('text_presences').where('user_id', '=', userId).execute()
    await writer.deleteFrom('donation_texts').where('user_id', '=', userId).execute()
  },
}
