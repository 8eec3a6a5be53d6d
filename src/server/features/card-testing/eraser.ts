import type { Eraser } from '#server/infra/eraser.ts'

/** Erases the counts by which an account's attempts to pay are limited. */
export const cardTestingEraser: Eraser = {
  tables: ['checkout_accounts', 'declines'],
  erase: async (writer, { userId }) => {
    await writer.deleteFrom('checkout_accounts').where('user_id', '=', userId).execute()
    await writer.deleteFrom('declines').where('user_id', '=', userId).execute()
  },
}
