import type { Eraser } from '#server/infra/eraser.ts'

/** Erases an account's limits and pause. */
export const spendingLimitsEraser: Eraser = {
  tables: ['spending_limits'],
  erase: async (writer, { userId }) => {
    await writer.deleteFrom('spending_limits').where('user_id', '=', userId).execute()
  },
}
