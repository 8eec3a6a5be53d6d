import { selectDonationsOf } from '#server/features/checkouts/checkouts.ts'
import { toIsoTime, type PersonalDataSource } from '#server/infra/personal-data.ts'

/** Collects the notes that hosts made about an account's donations, without their authors. */
export const hostDonationsData: PersonalDataSource = {
  tables: ['donation_notes'],
  collect: async (reader, { userId }) => {
    const rows = await reader
      .selectFrom('donation_notes')
      .select(['donation_id', 'text', 'created_at'])
      .where('donation_id', 'in', selectDonationsOf(reader, userId))
      .orderBy('created_at')
      .execute()
    return {
      notesOfHosts: rows.map(({ donation_id, text, created_at }) => ({
        donationId: donation_id,
        text,
        at: toIsoTime(created_at),
      })),
    }
  },
}
