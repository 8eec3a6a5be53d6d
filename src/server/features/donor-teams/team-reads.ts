import type { Selectable } from 'kysely'
import { HELD_TEAM } from '#contract/stand-in-names.ts'
import { queryByKeys } from '#server/infra/database/compile-once.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { DonorTeamsTable } from '#server/infra/database/schema/donor-team-tables.ts'

export type TeamRow = Selectable<DonorTeamsTable>

type NamedRow = Pick<TeamRow, 'id' | 'name' | 'is_held' | 'founder_id'>

/**
 * Returns teams with their names as an account may read them, for everybody if none is given. A held
 * one is told by the number of its team in the order of founding.
 */
export async function showTeams<Row extends NamedRow>(
  reader: Reader,
  rows: readonly Row[],
  userId?: string,
): Promise<(Row & { shownName: string })[]> {
  const isHidden = ({ is_held: isHeld, founder_id: founderId }: NamedRow) =>
    isHeld === 1 && (userId === undefined || founderId !== userId)
  const order = rows.some(isHidden) ? await readOrder(reader) : []
  return rows.map((row) => ({
    ...row,
    shownName: isHidden(row) ? `${HELD_TEAM} ${order.indexOf(row.id) + 1}` : row.name,
  }))
}

/** Returns a team's name as `showTeams` does. */
export async function showTeamName(
  reader: Reader,
  row: NamedRow,
  userId?: string,
): Promise<string> {
  const [shown] = await showTeams(reader, [row], userId)
  return shown?.shownName ?? HELD_TEAM
}

/** Returns the ids of all teams in the order of their founding; none is ever deleted. */
async function readOrder(reader: Reader): Promise<string[]> {
  const rows = await reader
    .selectFrom('donor_teams')
    .select('id')
    .orderBy('founded_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns all teams, also the closed ones. */
export async function readTeams(reader: Reader): Promise<TeamRow[]> {
  return reader.selectFrom('donor_teams').selectAll().orderBy('founded_at').orderBy('id').execute()
}

export async function findTeam(reader: Reader, id: string): Promise<TeamRow | undefined> {
  return reader.selectFrom('donor_teams').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns the names of teams as everybody reads them, by id. */
export async function findTeamNames(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('donor_teams')
    .select(['id', 'name', 'is_held', 'founder_id'])
    .where('id', 'in', ids)
    .execute()
  return new Map((await showTeams(reader, rows)).map(({ id, shownName }) => [id, shownName]))
}

// Every board of teams asks this at each look at the feed.
const selectChanged = queryByKeys((reader, [revision = 0]: readonly number[]) =>
  reader.selectFrom('donor_teams').select(['id', 'revision']).where('revision', '>', revision),
)

/** Returns the teams that were changed after a version of the board. */
export async function readChangedTeams(
  reader: Reader,
  revision: number,
): Promise<{ id: string; revision: number }[]> {
  return selectChanged(reader, [revision])
}

/** Returns a text that differs after each change of a team. */
export async function readTeamsMark(reader: Reader): Promise<string> {
  const { last } = await reader
    .selectFrom('donor_teams')
    .select(({ fn }) => fn.max('revision').as('last'))
    .executeTakeFirstOrThrow()
  return String(last)
}

/** Returns the team that an account is in, whether it is open or not; undefined for none. */
export async function findMembership(reader: Reader, userId: string): Promise<TeamRow | undefined> {
  return (await findMemberships(reader, [userId])).get(userId)
}

/** Returns the teams of accounts by account; those that are in none are missing. */
export async function findMemberships(
  reader: Reader,
  userIds: readonly string[],
): Promise<Map<string, TeamRow>> {
  const rows = await reader
    .selectFrom('donor_team_members')
    .innerJoin('donor_teams', 'donor_teams.id', 'donor_team_members.team_id')
    .selectAll('donor_teams')
    .select('donor_team_members.user_id')
    .where('donor_team_members.user_id', 'in', userIds)
    .execute()
  return new Map(rows.map(({ user_id, ...team }) => [user_id, team]))
}
