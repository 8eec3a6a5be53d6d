import type { RankQuote } from '#contract/leaderboard.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from '#client/lib/api.ts'

export interface RankQuoteRequest {
  amountCents: number
  /** The positions, joined by commas, whose price is asked for; the server's defaults if left out. */
  positions?: string | undefined
  signal: AbortSignal
}

/** Fetches where an amount would land now, whom it would pass, and what better places cost. */
export async function fetchRankQuote({
  amountCents,
  positions,
  signal,
}: RankQuoteRequest): Promise<RankQuote> {
  const aims = positions ? `&positions=${positions}` : ''
  return callApi<RankQuote>(`${ROUTES.rank}?amountCents=${amountCents}${aims}`, { signal })
}
