import type { FoundedTeam, Membership, Team, TeamList } from '#contract/donor-teams/teams.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from '#client/lib/api.ts'

/** The teams that a donor can choose from, and the one that they are in. */
export interface TeamChoices {
  /** The open teams, the one with the highest sum first. */
  teams: readonly Pick<Team, 'id' | 'name'>[]
  membership: Membership
}

/** Fetches the open teams, with the names that the donor gave as they read them. */
export async function fetchTeamChoices(): Promise<TeamChoices> {
  const [{ teams }, membership] = await Promise.all([
    callApi<TeamList>(ROUTES.teams),
    callApi<Membership>(ROUTES.ownTeam),
  ])
  const open = teams.filter((team) => team.open)
  return { teams: withOwn(open, membership.founded), membership }
}

/** Founds a team, whose name the server screens. */
export async function foundTeam(name: string): Promise<FoundedTeam['team']> {
  const { team } = await callApi<FoundedTeam>(ROUTES.teams, { method: 'POST', body: { name } })
  return team
}

/** Joins a team, or with null leaves the one that the donor is in. */
export function joinTeam(teamId: string | null): Promise<Membership> {
  return callApi<Membership>(ROUTES.ownTeam, { method: 'PUT', body: { teamId } })
}

type Named = Pick<Team, 'id' | 'name'>

/** Adds teams that the list does not have yet, and shows the donor their own names. */
export function withOwn(teams: readonly Named[], own: readonly Named[]): Named[] {
  const names = new Map(own.map((team) => [team.id, team.name]))
  const listed = teams.map(({ id, name }) => ({ id, name: names.get(id) ?? name }))
  const missing = own.filter(({ id }) => teams.every((team) => team.id !== id))
  return [...listed, ...missing.map(({ id, name }) => ({ id, name }))]
}
