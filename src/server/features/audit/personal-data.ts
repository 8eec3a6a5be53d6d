import type { PersonalDataSource } from '#server/infra/personal-data.ts'

/** Collects a donor's texts as hosts have changed them. */
export const auditData: PersonalDataSource = {
  tables: ['audit_texts'],
  collect: async (reader, { userId }) => {
    const rows = await reader
      .selectFrom('audit_texts')
      .select(['before', 'after'])
      .where('user_id', '=', userId)
      .orderBy('entry_id')
      .execute()
    return { changedByHosts: rows }
  },
}
