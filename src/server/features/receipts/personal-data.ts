import { toIsoTime, type PersonalDataSource } from '#server/infra/personal-data.ts'

/** Collects the mails about an account's money. */
export const receiptsData: PersonalDataSource = {
  tables: ['mails'],
  collect: async (reader, { userId }) => {
    const rows = await reader
      .selectFrom('mails')
      .select(['kind', 'donation_id', 'amount_cents', 'created_at', 'finished_at', 'outcome'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute()
    return {
      mails: rows.map((row) => ({
        kind: row.kind,
        donationId: row.donation_id,
        amountCents: row.amount_cents,
        createdAt: toIsoTime(row.created_at),
        finishedAt: toIsoTime(row.finished_at),
        result: row.outcome,
      })),
    }
  },
}
