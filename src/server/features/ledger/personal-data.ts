import { toIsoTime, type PersonalDataSource } from '#server/infra/personal-data.ts'

/** Collects an account's donations, and the movements of their money. */
export const ledgerData: PersonalDataSource = {
  tables: ['donations'],
  collect: async (reader, { userId }) => {
    const donations = await reader
      .selectFrom('donations')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('sequence')
      .execute()
    const movements = await reader
      .selectFrom('ledger_entries')
      .innerJoin('donations', 'donations.checkout_id', 'ledger_entries.checkout_id')
      .select(['donations.id as donationId', 'kind', 'object_id', 'ledger_entries.amount_cents'])
      .where('donations.user_id', '=', userId)
      .orderBy('ledger_entries.id')
      .execute()
    return {
      donations: donations.map(({ id, name, message, ...donation }) => ({
        id,
        name,
        message,
        amountCents: donation.amount_cents,
        timestamp: toIsoTime(donation.timestamp),
        capturedAt: toIsoTime(donation.captured_at),
        begunAt: toIsoTime(donation.begun_at),
        namedAt: toIsoTime(donation.named_at),
        teamId: donation.team_id,
      })),
      movements: movements.map(({ donationId, kind, object_id, amount_cents }) => ({
        donationId,
        kind,
        providerReference: object_id,
        amountCents: amount_cents,
      })),
    }
  },
}
