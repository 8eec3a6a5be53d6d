import { useEffect, useState } from 'react'
import type { BoardId } from '#contract/boards.ts'
import type { RankQuote } from '#contract/leaderboard.ts'
import type { OwnPlaces } from '#client/lib/own-places.ts'
import { fetchRankQuote, type RankQuoteRequest } from '../api/ranks.ts'

const TYPING_PAUSE_MS = 250

/** The interval between two fetches while the amount stays the same, ms. */
const REFRESH_MS = 10_000

/** The quote of an amount; `failed` if the server did not respond. */
export type RankQuoteState =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; rank: RankQuote }

const LOADING: RankQuoteState = { state: 'loading' }

interface QuoteResult {
  /** The amount and positions that were asked for. */
  key: string | undefined
  /** The board of donors that quoted; undefined for that of all donations. */
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
}

/**
 * Fetches the quote of the amount, again in intervals while the tab is visible, and whenever one of
 * the donor's own payments is confirmed. Never returns the quote of another amount.
 */
export function useRankQuote(
  amountCents: number | undefined,
  isConfirming: boolean,
  { positions, own }: QuoteOptions,
): Omit<QuoteResult, 'key' | 'board'> {
  const [result, setResult] = useState(NO_QUOTE)
  const wanted = positions?.join()
  const board = own.sums?.board
  const sumCents = board === undefined ? 0 : (own.best?.amountCents ?? 0)
  const key = `${amountCents} ${wanted} ${board} ${sumCents}`

  useEffect(() => {
    // The payment that is being confirmed is about to move the board itself.
    if (amountCents === undefined || isConfirming) return
    const request = { amountCents, positions: wanted, board, sumCents }
    return pollRankQuote(request, (quote) =>
      setResult(({ lastRankQuote }) => ({
        key,
        board,
        quote,
        lastRankQuote: quote.state === 'ready' ? quote.rank : lastRankQuote,
      })),
    )
  }, [amountCents, wanted, board, sumCents, key, isConfirming])

  const { quote, lastRankQuote } = result
  return {
    quote: result.key === key ? quote : LOADING,
    lastRankQuote: result.board === board ? lastRankQuote : undefined,
  }
}

type QuoteRequest = Omit<RankQuoteRequest, 'signal'>

/** Fetches once typing has paused, and then in intervals. Returns a function that stops it. */
function pollRankQuote(
  request: QuoteRequest,
  onQuote: (quote: RankQuoteState) => void,
): () => void {
  const controller = new AbortController()
  let timer = setTimeout(() => void refresh(), TYPING_PAUSE_MS)

  async function refresh(): Promise<void> {
    const quote = document.hidden ? undefined : await fetchQuote(request, controller.signal)
    if (controller.signal.aborted) return
    if (quote !== undefined) onQuote(quote)
    timer = setTimeout(() => void refresh(), REFRESH_MS)
  }

  return () => {
    controller.abort()
    clearTimeout(timer)
  }
}

/** Fetches the quote; without a response there is none, and no error is shown. */
function fetchQuote(request: QuoteRequest, signal: AbortSignal): Promise<RankQuoteState> {
  return fetchRankQuote({ ...request, signal }).then(
    (rank) => ({ state: 'ready', rank }),
    () => ({ state: 'failed' }),
  )
}
