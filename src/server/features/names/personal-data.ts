import { toIsoTime, type PersonalDataSource } from '#server/infra/personal-data.ts'

/** Collects an account's profile, and the names and messages of its donations. */
export const namesData: PersonalDataSource = {
  tables: ['profiles', 'donation_texts'],
  collect: async (reader, { userId }) => {
    const profiles = await reader
      .selectFrom('profiles')
      .selectAll()
      .where('user_id', '=', userId)
      .execute()
    const texts = await reader
      .selectFrom('donation_texts')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('updated_at')
      .execute()
    return {
      profile: profiles.map(({ display_name, updated_at }) => ({
        displayName: display_name,
        updatedAt: toIsoTime(updated_at),
      })),
      namesAndMessages: texts.map((text) => ({
        donationId: text.donation_id,
        givenName: text.given_name,
        displayName: text.display_name,
        isAnonymous: text.anonymous === 1,
        message: text.message,
        hostName: text.host_name,
        hostMessage: text.host_message,
        isHidden: text.hidden === 1,
        state: text.state,
        updatedAt: toIsoTime(text.updated_at),
      })),
    }
  },
}
