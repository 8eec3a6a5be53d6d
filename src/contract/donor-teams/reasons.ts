/** The reasons of errors about a team. */
export const TEAM_REASONS = {
  /** The donor has given for another team in the round that runs. */
  bound: 'TEAM_BOUND',
  /** The team is closed, unknown, or there are no teams. */
  gone: 'TEAM_GONE',
  /** The name is taken, refused, or not a name. */
  name: 'TEAM_NAME',
  /** The donor has given nothing yet, has founded one today, or there are too many. */
  full: 'TEAMS_FULL',
} as const
