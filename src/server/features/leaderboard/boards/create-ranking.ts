import type { BoardDescription } from '#contract/boards.ts'
import { DonationRanking } from './donation-ranking.ts'
import { DonorRanking, type DonorRankingDeps } from './donor-ranking.ts'
import type { Ranking } from './ranking.ts'
import { TeamRanking } from './team-ranking.ts'

/** Creates the empty ranking of a board. */
export function createRanking({ ranks }: BoardDescription, deps: DonorRankingDeps): Ranking {
  if (ranks === 'donation') return new DonationRanking(deps)
  if (ranks === 'donor') return new DonorRanking(deps)
  return new TeamRanking({ ...deps, measure: ranks === 'team' ? 'sum' : 'average' })
}
