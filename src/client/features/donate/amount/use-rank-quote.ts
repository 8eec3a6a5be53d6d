import { useEffect, useState } from 'react'
import type { RankQuote } from '#contract/leaderboard.ts'
import { fetchRankQuote } from '../api/ranks.ts'

const TYPING_PAUSE_MS = 250

/** The board moves on while somebody hesitates. */
const REFRESH_MS = 10_000

/** Where an amount would land, as far as the server has said; `silent` where it does not say. */
export type RankQuoteState =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; rank: RankQuote }

const LOADING: RankQuoteState = { state: 'loading' }

interface QuoteResult {
  amountCents: number | undefined
  quote: RankQuoteState
  /** The last that was told, of whatever amount: what places cost holds for all. */
  lastRankQuote: RankQuote | undefined
}

const NO_QUOTE: QuoteResult = { amountCents: undefined, quote: LOADING, lastRankQuote: undefined }

/**
 * Where the amount stands on the board of this moment, asked for again while the tab can be seen,
 * and whenever a payment of one's own is confirmed. Where another amount stood is never told.
 */
export function useRankQuote(
  amountCents: number | undefined,
  isConfirming: boolean,
): Omit<QuoteResult, 'amountCents'> {
  const [result, setResult] = useState(NO_QUOTE)

  useEffect(() => {
    // It is about to move the board itself.
    if (amountCents === undefined || isConfirming) return
    return pollRankQuote(amountCents, (quote) =>
      setResult(({ lastRankQuote }) => ({
        amountCents,
        quote,
        lastRankQuote: quote.state === 'ready' ? quote.rank : lastRankQuote,
      })),
    )
  }, [amountCents, isConfirming])

  const { quote, lastRankQuote } = result
  return { quote: result.amountCents === amountCents ? quote : LOADING, lastRankQuote }
}

/** Asks once the typing has paused, and then again and again. Returns how to end it. */
function pollRankQuote(amountCents: number, onQuote: (quote: RankQuoteState) => void): () => void {
  const controller = new AbortController()
  let timer = setTimeout(() => void refresh(), TYPING_PAUSE_MS)

  async function refresh(): Promise<void> {
    const quote = document.hidden ? undefined : await fetchQuote(amountCents, controller.signal)
    if (controller.signal.aborted) return
    if (quote !== undefined) onQuote(quote)
    timer = setTimeout(() => void refresh(), REFRESH_MS)
  }

  return () => {
    controller.abort()
    clearTimeout(timer)
  }
}

/** A promise of a place is no reason to complain: where the server does not answer, there is none. */
function fetchQuote(amountCents: number, signal: AbortSignal): Promise<RankQuoteState> {
  return fetchRankQuote({ amountCents, signal }).then(
    (rank) => ({ state: 'ready', rank }),
    () => ({ state: 'failed' }),
  )
}
