import { useEffect, useState } from 'react'
import type { RankQuote } from '#contract/leaderboard.ts'
import { fetchRankQuote } from '../api/ranks.ts'

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
  amountCents: number | undefined
  quote: RankQuoteState
  /** The last quote received, for whatever amount: its targets hold for all. */
  lastRankQuote: RankQuote | undefined
}

const NO_QUOTE: QuoteResult = { amountCents: undefined, quote: LOADING, lastRankQuote: undefined }

/**
 * Fetches the quote of the amount, again in intervals while the tab is visible, and whenever one of
 * the donor's own payments is confirmed. Never returns the quote of another amount.
 */
export function useRankQuote(
  amountCents: number | undefined,
  isConfirming: boolean,
): Omit<QuoteResult, 'amountCents'> {
  const [result, setResult] = useState(NO_QUOTE)

  useEffect(() => {
    // The payment that is being confirmed is about to move the board itself.
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

/** Fetches once typing has paused, and then in intervals. Returns a function that stops it. */
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

/** Fetches the quote; without a response there is none, and no error is shown. */
function fetchQuote(amountCents: number, signal: AbortSignal): Promise<RankQuoteState> {
  return fetchRankQuote({ amountCents, signal }).then(
    (rank) => ({ state: 'ready', rank }),
    () => ({ state: 'failed' }),
  )
}
