import { toIsoTime, type PersonalDataSource } from '#server/infra/personal-data.ts'

/** Collects an account's payments as they were begun, paid or not. */
export const checkoutsData: PersonalDataSource = {
  tables: ['checkouts'],
  collect: async (reader, { userId }) => {
    const rows = await reader
      .selectFrom('checkouts')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute()
    return {
      payments: rows.map((row) => ({
        id: row.id,
        donationId: row.donation_id,
        provider: row.provider,
        providerReference: row.provider_ref,
        amountCents: row.amount_cents,
        isTest: row.livemode === 0,
        state: row.state,
        createdAt: toIsoTime(row.created_at),
        payerName: row.pending_payer_name,
        displayName: row.display_name,
        isAnonymous: row.anonymous === 1,
        message: row.message,
        optionId: row.option_id,
        teamId: row.team_id,
        disclaimerVersion: row.disclaimer_version,
        disclaimerAcceptedAt: toIsoTime(row.disclaimer_accepted_at),
      })),
    }
  },
}
