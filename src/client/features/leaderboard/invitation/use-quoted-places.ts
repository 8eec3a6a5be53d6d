import { useEffect, useState } from 'react'
import type { RankQuote } from '#contract/leaderboard.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from '#client/lib/api.ts'
import { onBoardChange } from '#client/lib/board-version.ts'

/** The shortest time between two refreshes, ms: every guest of a busy board asks. */
const REFRESH_MS = 30_000

/** The time over which the guests of a quiet board spread their requests after a change, ms. */
const SPREAD_MS = 2_000

/** Quotes of the server, by their amount in cents. */
export type QuotedPlaces = ReadonlyMap<number, RankQuote>

const NONE: QuotedPlaces = new Map()

/**
 * Fetches where the amounts would land, again after changes of the board; undefined until the first
 * response. Amounts that cannot be fetched have no quote.
 */
export function useQuotedPlaces(amountsCents: readonly number[]): QuotedPlaces | undefined {
  const [places, setPlaces] = useState<QuotedPlaces>()
  const wanted = amountsCents.join()

  useEffect(() => {
    if (wanted !== '') return follow(wanted.split(',').map(Number), setPlaces)
  }, [wanted])

  return wanted === '' ? (places ?? NONE) : places
}

/** Reports the quotes now, and soon after changes of the board. Returns a function that stops. */
function follow(
  amountsCents: readonly number[],
  onChange: (places: QuotedPlaces) => void,
): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let timer: ReturnType<typeof setTimeout> | undefined
  let refreshedAt = Date.now()
  let isOld = false
  const refresh = async () => {
    timer = undefined
    refreshedAt = Date.now()
    isOld = false
    const quotes = await Promise.all(amountsCents.map((cents) => fetchQuote(cents, signal)))
    if (signal.aborted) return
    onChange(new Map(quotes.flatMap((quote) => (quote ? [[quote.amountCents, quote]] : []))))
  }
  const refreshSoon = () => {
    if (document.hidden || !isOld) return
    const wait = Math.max(Math.random() * SPREAD_MS, REFRESH_MS - (Date.now() - refreshedAt))
    timer ??= setTimeout(() => void refresh(), wait)
  }
  const stop = onBoardChange(() => {
    isOld = true
    refreshSoon()
  })
  document.addEventListener('visibilitychange', refreshSoon, { signal })
  void refresh()
  return () => {
    stop()
    clearTimeout(timer)
    controller.abort()
  }
}

/** Fetches the quote of an amount; without a response there is none, and no error is shown. */
function fetchQuote(amountCents: number, signal: AbortSignal): Promise<RankQuote | undefined> {
  return callApi<RankQuote>(`${ROUTES.rank}?amountCents=${amountCents}`, { signal }).catch(
    () => undefined,
  )
}
