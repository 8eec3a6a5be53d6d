import type { Campaign } from '#contract/campaign.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import type { TeamPolicy } from './membership.ts'

// The database writer's thread loads this file, so it imports little: see `feature.ts` for the rest.

/** Returns what a campaign says about teams at a time, Unix ms. */
export function toTeamPolicy(
  { teams, round }: Pick<Campaign, 'teams' | 'round'>,
  livemode: Livemode,
  now: number,
): TeamPolicy {
  const areOn = teams !== 'off'
  if (round === undefined || round.cancelled) return { areOn, livemode, round: undefined }
  const { name, startsAt, endsAt, pending } = round
  const span = { start: Date.parse(startsAt), end: Date.parse(endsAt), pending }
  return { areOn, livemode, round: now < span.end ? { name, span } : undefined }
}

export {
  judgeTeam,
  NO_TEAMS,
  storeTeam,
  type JudgedTeam,
  type TeamPolicy,
  type TeamRefusal,
} from './membership.ts'
export {
  findMembership,
  findTeam,
  findTeamNames,
  readChangedTeams,
  readTeams,
  readTeamsMark,
  showTeamName,
  showTeams,
  type TeamRow,
} from './team-reads.ts'
