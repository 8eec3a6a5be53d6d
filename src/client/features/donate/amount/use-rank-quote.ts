import { useEffect, useState } from 'react'
import type { BoardId } from '#contract/boards.ts'
import type { RankQuote } from '#contract/leaderboard.ts'
import type { OwnPlaces } from '#client/lib/own-places.ts'
import { contradicts } from './paired-quote.ts'
import { QuotePoller, type AskedQuote } from './quote-poller.ts'

/** The quote of an amount; `failed` if the server did not respond. */
export type RankQuoteState = { state: 'loading' } | AskedQuote

const LOADING: RankQuoteState = { state: 'loading' }

interface QuoteResult {
  /** The amount and positions that were asked for. */
  key: string | undefined
  /** The board that quoted; undefined for that of all donations. */
  board?: BoardId | undefined
  quote: RankQuoteState
  /** The last quote received, for whatever amount: its targets hold for all. */
  lastRankQuote: RankQuote | undefined
}

const NO_QUOTE: QuoteResult = { key: undefined, quote: LOADING, lastRankQuote: undefined }

interface QuoteOptions {
  /** The positions whose prices are asked for; the server's defaults if left out. */
  positions?: readonly number[] | undefined
  own: OwnPlaces
  /** True if the donor has chosen the amount, and so may be about to pay it. */
  isChosen: boolean
}

/**
 * Fetches the quote of the amount, and again while the tab is visible: soon after a change of the
 * donor's own places, or of the board once they have chosen the amount; whenever one of their own
 * payments is confirmed; and in intervals. Never returns the quote of another amount, or one that
 * the donor's own places contradict by now.
 */
export function useRankQuote(
  amountCents: number | undefined,
  isConfirming: boolean,
  { positions, own, isChosen }: QuoteOptions,
): Omit<QuoteResult, 'key' | 'board'> {
  const [result, setResult] = useState(NO_QUOTE)
  const [poller] = useState(() => new QuotePoller())
  const wanted = positions?.join()
  const board = own.sums?.board ?? own.board
  const sumCents = own.sums === undefined ? 0 : (own.best?.amountCents ?? 0)
  const key = `${amountCents} ${wanted} ${board} ${sumCents}`

  useEffect(() => {
    // The payment that is being confirmed is about to move the board itself.
    if (amountCents === undefined || isConfirming) return poller.forget()
    const onQuote = (quote: AskedQuote) =>
      setResult(({ lastRankQuote }) => ({
        key,
        board,
        quote,
        lastRankQuote: quote.state === 'ready' ? quote.rank : lastRankQuote,
      }))
    const request = { amountCents, positions: wanted, board, sumCents }
    return poller.follow(request, { isEager: isChosen, onQuote })
  }, [poller, amountCents, wanted, board, sumCents, key, isConfirming, isChosen])

  const { quote, lastRankQuote } = result
  const outdated = quote.state === 'ready' && contradicts(quote, own) ? quote : undefined
  useEffect(() => {
    if (outdated !== undefined) poller.soon()
  }, [poller, outdated])

  return {
    quote: result.key === key && outdated === undefined ? quote : LOADING,
    lastRankQuote: result.board === board ? lastRankQuote : undefined,
  }
}
