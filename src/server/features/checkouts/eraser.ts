import type { Eraser } from '#server/infra/eraser.ts'

/**
 * Erases the names and messages of an account's checkouts. They stay, with ids and cents: money
 * that is on its way is still booked, without a name.
 */
export const checkoutsEraser: Eraser = {
  tables: ['checkouts'],
  erase: async (writer, { userId }) => {
    await writer
      .updateTable('checkouts')
      .set({ pending_payer_name: null, display_name: null, anonymous: 1, message: null })
      .where('user_id', '=', userId)
      .where(({ or, eb }) =>
        or([
          eb('anonymous', '=', 0),
          eb('pending_payer_name', 'is not', null),
          eb('display_name', 'is not', null),
          eb('message', 'is not', null),
        ]),
      )
      .execute()
  },
}
