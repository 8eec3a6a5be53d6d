import { toIsoTime, type PersonalDataSource } from '#server/infra/personal-data.ts'

/** Collects an account's reminders. */
export const remindersData: PersonalDataSource = {
  tables: ['reminders'],
  collect: async (reader, { userId }) => {
    const rows = await reader
      .selectFrom('reminders')
      .selectAll()
      .where('user_id', '=', userId)
      .execute()
    return {
      reminders: rows.map((row) => ({
        isOn: row.is_on === 1,
        place: row.place,
        lastSentAt: toIsoTime(row.last_sent_at === 0 ? null : row.last_sent_at),
        updatedAt: toIsoTime(row.updated_at),
      })),
    }
  },
}
