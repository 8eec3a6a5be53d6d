import { useEffect, useState } from 'react'
import type { SharedDonation } from '#contract/first-view.ts'
import type { LeaderboardPage, RankQuote } from '#contract/leaderboard.ts'
import { ROUTES } from '#contract/routes.ts'
import { boardPath } from '#contract/boards.ts'
import { callApi } from '#client/lib/api.ts'
import { onBoardChange } from '#client/lib/board-version.ts'
import { campaignStore } from '#client/lib/campaign.ts'
import { toPayable } from '#client/lib/offers.ts'

/** The shortest time between two refreshes, ms: a busy board changes many times a second. */
const REFRESH_MS = 3_000

/** The rows that are asked for: enough for some newcomers above the donation, then for many. */
const LIMITS = [20, 500]

const ROWS_ABOVE = 2
const ROWS_BELOW = 2

/** Follows a donation on the board; undefined once the board no longer shows it. */
export function useSharedDonation(first: SharedDonation): SharedDonation | undefined {
  const [shared, setShared] = useState<SharedDonation | undefined>(first)

  useEffect(() => follow(first, setShared), [first])

  return shared
}

/**
 * Reports the donation anew soon, and soon after each change of the board. Returns a function that
 * stops.
 */
function follow(
  first: SharedDonation,
  onChange: (shared: SharedDonation | undefined) => void,
): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = async () => {
    timer = undefined
    // The last known place stays after a failure: the board itself says that the server is away.
    const next = await fetchShared(first, signal).catch(() => 'unknown' as const)
    if (next !== 'unknown' && !signal.aborted) onChange(next)
  }
  const refreshSoon = () => {
    timer ??= setTimeout(() => void refresh(), REFRESH_MS)
  }
  const stop = onBoardChange(refreshSoon)
  // The board may have changed since the document was written.
  refreshSoon()
  return () => {
    stop()
    clearTimeout(timer)
    controller.abort()
  }
}

/** Returns the id of the row that stands for a shared donation: its own, or that of its donor. */
export function rowIdOf({ id, donor }: Pick<SharedDonation, 'id' | 'donor'>): string {
  return donor?.id ?? id
}

async function fetchShared(
  first: SharedDonation,
  signal: AbortSignal,
): Promise<SharedDonation | undefined> {
  const { donor, after } = first
  const path = donor === undefined ? ROUTES.leaderboard : boardPath(donor.board)
  const id = rowIdOf(first)
  for (const limit of LIMITS) {
    const query = new URLSearchParams({ limit: String(limit), ...(after !== null && { after }) })
    const { entries } = await callApi<LeaderboardPage>(`${path}?${query}`, { signal })
    const index = entries.findIndex((entry) => entry.id === id)
    const entry = entries[index]
    if (entry === undefined) continue
    const passing = entry.amountCents + 1
    const price = toPayable(passing, campaignStore.read().amounts) ?? passing
    const quote = await callApi<RankQuote>(`${path}/rank?amountCents=${price}`, { signal })
    const begin = Math.max(0, index - ROWS_ABOVE)
    return {
      ...first,
      entries: entries.slice(begin, index + ROWS_BELOW + 1),
      landing: quote.position,
    }
  }
  return undefined
}
