import type { BoardId } from '#contract/boards.ts'
import type { RankQuote, RankTarget } from '#contract/leaderboard.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from '#client/lib/api.ts'
import { campaignStore } from '#client/lib/campaign.ts'
import { toPayable } from '#client/lib/offers.ts'

export interface RankQuoteRequest {
  amountCents: number
  /** The positions, joined by commas, whose price is asked for; the server's defaults if left out. */
  positions?: string | undefined
  /** The board that quotes; that of all donations if left out. */
  board?: BoardId | undefined
  /** The donor's sum, cents, on a board on which the amount adds to it. */
  sumCents?: number | undefined
  signal: AbortSignal
}

/**
 * Fetches where an amount would land now, whom it would pass, and what better places cost. On a board
 * of donors the amounts are what has to be added to the donor's sum.
 */
export async function fetchRankQuote({
  amountCents,
  positions,
  board,
  sumCents = 0,
  signal,
}: RankQuoteRequest): Promise<RankQuote> {
  const path = board ? `${ROUTES.boards}/${board}/rank` : ROUTES.rank
  const aims = positions ? `&positions=${positions}` : ''
  const query = `?amountCents=${sumCents + amountCents}${aims}`
  const quote = await callApi<RankQuote>(`${path}${query}`, { signal })
  const toGift = (target: RankTarget): RankTarget => ({
    ...target,
    amountCents: target.amountCents - sumCents,
  })
  const gift = quote.next && toGift(quote.next)
  // The server compares sums, and does not know what was given before.
  const next = gift && toPayable(gift.amountCents, campaignStore.read().amounts) ? gift : null
  return { ...quote, amountCents, next, aims: quote.aims.map(toGift) }
}
