import type { TeamDetail, TeamList } from '#contract/donor-teams/teams.ts'

/** The teams of a board of teams, with their donors. */
export interface Sky {
  /** Returns all teams of the board in their order, and the open ones that are not on it, by name. */
  readTeams(): Promise<TeamList>
  /** Returns a team with its donors; throws `not-found` if there is no such team. */
  readTeam(id: string): Promise<TeamDetail>
}
