import { useEffect, useState } from 'react'
import type { RankQuote } from '#contract/leaderboard.ts'
import { fetchRankQuote } from '../api/ranks.ts'

const TYPING_PAUSE_MS = 250

/** The board moves on while somebody hesitates. */
const REFRESH_MS = 10_000

/** Where an amount would land, as far as the server has said; `silent` where it does not say. */
export type RankQuoteState = { is: 'awaited' } | { is: 'silent' } | { is: 'told'; rank: RankQuote }

const AWAITED: RankQuoteState = { is: 'awaited' }

interface Heard {
  amountCents: number | undefined
  quote: RankQuoteState
  /** The last that was told, of whatever amount: what places cost holds for all. */
  lastRank: RankQuote | undefined
}

const NOTHING: Heard = { amountCents: undefined, quote: AWAITED, lastRank: undefined }

/**
 * Where the amount stands on the board of this moment, asked for again while the tab can be seen,
 * and whenever a payment of one's own is confirmed. Where another amount stood is never told.
 */
export function useRankQuote(
  amountCents: number | undefined,
  isConfirming: boolean,
): Omit<Heard, 'amountCents'> {
  const [heard, setHeard] = useState(NOTHING)

  useEffect(() => {
    // It is about to move the board itself.
    if (amountCents === undefined || isConfirming) return
    return followRank(amountCents, (quote) =>
      setHeard(({ lastRank }) => ({
        amountCents,
        quote,
        lastRank: quote.is === 'told' ? quote.rank : lastRank,
      })),
    )
  }, [amountCents, isConfirming])

  const { quote, lastRank } = heard
  return { quote: heard.amountCents === amountCents ? quote : AWAITED, lastRank }
}

/** Asks once the typing has paused, and then again and again. Returns how to end it. */
function followRank(amountCents: number, tell: (quote: RankQuoteState) => void): () => void {
  const end = new AbortController()
  let timer = setTimeout(() => void refresh(), TYPING_PAUSE_MS)

  async function refresh(): Promise<void> {
    const quote = document.hidden ? undefined : await fetchQuote(amountCents, end.signal)
    if (end.signal.aborted) return
    if (quote !== undefined) tell(quote)
    timer = setTimeout(() => void refresh(), REFRESH_MS)
  }

  return () => {
    end.abort()
    clearTimeout(timer)
  }
}

/** A promise of a place is no reason to complain: where the server does not answer, there is none. */
function fetchQuote(amountCents: number, signal: AbortSignal): Promise<RankQuoteState> {
  return fetchRankQuote({ amountCents, signal }).then(
    (rank) => ({ is: 'told', rank }),
    () => ({ is: 'silent' }),
  )
}
