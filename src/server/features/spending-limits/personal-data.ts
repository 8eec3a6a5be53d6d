import { toIsoTime, type PersonalDataSource } from '#server/infra/personal-data.ts'

/** Collects an account's limits and pause. */
export const spendingLimitsData: PersonalDataSource = {
  tables: ['spending_limits'],
  collect: async (reader, { userId }) => {
    const rows = await reader
      .selectFrom('spending_limits')
      .selectAll()
      .where('user_id', '=', userId)
      .execute()
    return {
      spendingLimits: rows.map((row) => ({
        dayCents: row.day_cents,
        laterDayCents: row.later_day_cents,
        laterDayFrom: toIsoTime(row.later_day_from),
        weekCents: row.week_cents,
        laterWeekCents: row.later_week_cents,
        laterWeekFrom: toIsoTime(row.later_week_from),
        pausedUntil: toIsoTime(row.paused_until === 0 ? null : row.paused_until),
        updatedAt: toIsoTime(row.updated_at),
      })),
    }
  },
}
