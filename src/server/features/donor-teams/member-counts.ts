import type { Reader } from '#server/infra/database/database.ts'

/** Returns how many accounts are in each team, by its id. */
export async function countMembers(reader: Reader): Promise<Map<string, number>> {
  const rows = await reader
    .selectFrom('donor_team_members')
    .select(({ fn }) => ['team_id', fn.countAll<number>().as('count')])
    .groupBy('team_id')
    .execute()
  return new Map(rows.map(({ team_id, count }) => [team_id, count]))
}
