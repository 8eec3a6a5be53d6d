/* The teams of donors; `team-tables.ts` is about the hosts' own. See the conventions in schema.ts. */

/** The teams that donors can give for, also those that are closed. */
export interface DonorTeamsTable {
  id: string
  name: string
  /** The name as it is compared with others, so that no two look alike. */
  name_key: string
  /** 1 while nobody but its founder may read the name. */
  is_held: 0 | 1
  /** The account that has founded it; null for a host's, or if the account is deleted. */
  founder_id: string | null
  founded_at: number
  /** The time since when nobody can join it; null while it is open. */
  closed_at: number | null
  /** The board's version of its last change, by which boards see that there is one. */
  revision: number
}

/** The team of each account that is in one. */
export interface DonorTeamMembersTable {
  user_id: string
  team_id: string
  since: number
}
