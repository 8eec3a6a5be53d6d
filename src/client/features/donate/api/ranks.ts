import type { Rank } from '#contract/leaderboard.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from '#client/lib/api.ts'

export interface RankQuestion {
  amountCents: number
  /** The places whose price is asked for; without, the server's usual ones. */
  positions?: readonly number[]
  signal: AbortSignal
}

/** Where an amount would land now, whom it would pass, and what better places cost. */
export async function askRank({ amountCents, positions, signal }: RankQuestion): Promise<Rank> {
  const aims = positions === undefined ? '' : `&positions=${positions.join(',')}`
  return callApi<Rank>(`${ROUTES.rank}?amountCents=${amountCents}${aims}`, { signal })
}
