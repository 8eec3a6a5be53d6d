import { toIsoTime, type PersonalDataSource } from '#server/infra/personal-data.ts'

/** Collects in which team an account is, and the teams that it has founded. */
export const donorTeamsData: PersonalDataSource = {
  tables: ['donor_team_members', 'donor_teams'],
  collect: async (reader, { userId }) => {
    const memberships = await reader
      .selectFrom('donor_team_members')
      .leftJoin('donor_teams', 'donor_teams.id', 'donor_team_members.team_id')
      .select(['donor_team_members.team_id', 'name', 'is_held', 'founder_id', 'since'])
      .where('user_id', '=', userId)
      .execute()
    const founded = await reader
      .selectFrom('donor_teams')
      .selectAll()
      .where('founder_id', '=', userId)
      .orderBy('founded_at')
      .execute()
    return {
      team: memberships.map((row) => ({
        id: row.team_id,
        // The name that somebody else gave is theirs while nobody may read it.
        name: row.is_held === 1 && row.founder_id !== userId ? null : row.name,
        since: toIsoTime(row.since),
      })),
      foundedTeams: founded.map((row) => ({
        id: row.id,
        name: row.name,
        isHeld: row.is_held === 1,
        foundedAt: toIsoTime(row.founded_at),
        closedAt: toIsoTime(row.closed_at),
      })),
    }
  },
}
