import { onBoardChange } from '#client/lib/board-version.ts'
import { DueTimer } from '#client/lib/due-timer.ts'
import { onPlacesVersion } from '#client/lib/own-places.ts'
import { fetchRankQuote, type RankQuoteRequest } from '../api/ranks.ts'
import { pairQuote, type PairedQuote } from './paired-quote.ts'

const TYPING_PAUSE_MS = 250

/** The interval between two fetches while nothing is known to have changed, ms. */
const REFRESH_MS = 10_000

/** The shortest time between two fetches for the same amount, ms. */
const PAUSE_MS = 1_000

/** The time over which pages spread their fetches after a change that all of them see, ms. */
const SPREAD_MS = 500

/** This page's part of it: one for all quotes, so that they are of the same version. */
const DELAY_MS = Math.random() * SPREAD_MS

export type QuoteRequest = Omit<RankQuoteRequest, 'signal'>

/** A quote that was asked for; `failed` if the server did not respond. */
export type AskedQuote = { state: 'failed' } | PairedQuote

interface FollowOptions {
  /** True if the quote follows each change of the board, at most one a second. */
  isEager: boolean
  onQuote: (quote: AskedQuote) => void
}

/**
 * Fetches the quotes of an amount: once typing has paused, soon after what they depend on has
 * changed, and in intervals. While nobody can see the page it asks nothing.
 */
export class QuotePoller {
  #send: (() => void) | undefined
  #request: QuoteRequest | undefined
  readonly #timer = new DueTimer(() => this.#send?.())
  #askedAt = -Infinity

  /** Follows the quote of a request. Returns a function that stops it. */
  follow(request: QuoteRequest, { isEager, onQuote }: FollowOptions): () => void {
    const controller = new AbortController()
    const { signal } = controller
    let isAsking = false
    let awaitsVersion = false
    const send = async () => {
      // A fetch under way may be older than the change: another one follows it.
      if (document.hidden || isAsking) return
      isAsking = true
      this.#timer.begin()
      this.#askedAt = performance.now()
      const quote = await fetchQuote(request, signal)
      if (signal.aborted) return
      isAsking = false
      awaitsVersion = quote.state === 'ready' && quote.awaitsVersion
      onQuote(quote)
      if (this.#timer.isDue) this.soon()
      else this.#timer.wait(REFRESH_MS)
    }
    this.#send = () => void send()
    this.#begin(request)
    const refresh = () => this.soon()
    const stops = [
      onPlacesVersion(() => {
        if (isEager || awaitsVersion) refresh()
      }),
    ]
    if (isEager) stops.push(onBoardChange(refresh))
    document.addEventListener('visibilitychange', refresh, { signal })
    return () => {
      for (const stop of stops) stop()
      controller.abort()
      this.#timer.stop()
      this.#send = undefined
    }
  }

  /** Forgets what was asked for, so that the next request does not wait for its turn. */
  forget(): void {
    this.#request = undefined
  }

  #begin(request: QuoteRequest): void {
    const before = this.#request
    this.#request = request
    if (before?.amountCents !== request.amountCents) this.#timer.wait(TYPING_PAUSE_MS)
    else if (before.positions !== request.positions) this.#timer.waitAtMost(TYPING_PAUSE_MS)
    else this.soon()
  }

  /** Asks soon, unless that is about to happen; nothing while no quote is followed. */
  soon(): void {
    this.#timer.waitAtMost(Math.max(DELAY_MS, this.#askedAt + PAUSE_MS - performance.now()))
  }
}

/** Fetches the quote; without a response there is none, and no error is shown. */
async function fetchQuote(request: QuoteRequest, signal: AbortSignal): Promise<AskedQuote> {
  try {
    return await pairQuote(await fetchRankQuote({ ...request, signal }), signal)
  } catch {
    return { state: 'failed' }
  }
}
