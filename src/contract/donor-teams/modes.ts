/** Whether donors can give for teams: not at all, for those of hosts, or also for their own. */
export const TEAM_MODES = ['off', 'hosts', 'donors'] as const

/** The most teams that are open at once. */
export const MAX_OPEN_TEAMS = 200

/** The most stars of a team that are drawn, and named; the page says how many donors there are. */
export const MAX_STARS = 120
