import type { Eraser } from '#server/infra/eraser.ts'
import { selectDonationsOf } from '#server/features/checkouts/checkouts.ts'

/** Erases the notes that hosts made about an account's donations. */
export const hostDonationsEraser: Eraser = {
  tables: ['donation_notes'],
  erase: async (writer, { userId }) => {
    await writer
      .deleteFrom('donation_notes')
      .where('donation_id', 'in', selectDonationsOf(writer, userId))
      .execute()
  },
}
