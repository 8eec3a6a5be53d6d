import type { Match } from '#contract/matches.ts'
import { useCampaign } from '#client/lib/campaign.ts'

/** Returns the matches that add to a donation of now. */
export function useRunningMatches(): Match[] {
  const { matches = [] } = useCampaign()
  return matches.filter(({ over }) => !over)
}
