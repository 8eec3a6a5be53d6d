import { useEffect, useState } from 'react'
import type { PublicDonation } from '#contract/donations.ts'
import type { BoardView } from '../live/leaderboard-view.ts'

/** The least time for which each is shown, ms: long enough to be read. */
export const HOLD_MS = 2_000

export interface LatestDonation extends PublicDonation {
  /**
   * The position it took, and the donation that held it before, if known; null for one that took
   * none, or that the viewer did not see arriving.
   */
  rankTaken: { position: number; passedId: string | undefined } | null
}

/** Several donations that came too fast to be told one by one. */
export interface DonationSum {
  count: number
  amountCents: number
  /** The time of the youngest. */
  timestamp: string
}

interface Seen {
  board: BoardView | null
  latest: LatestDonation | DonationSum | null
  /** The latest until it has been shown for long enough; null afterwards. */
  held: LatestDonation | DonationSum | null
  /** Those that arrived meanwhile. */
  waiting: readonly LatestDonation[]
}

const NOTHING_SEEN: Seen = { board: null, latest: null, held: null, waiting: [] }

/**
 * Returns the latest of the donations that arrive while the viewer watches, or their sum if several
 * came within `HOLD_MS`. Returns the youngest of the loaded rows if that is younger.
 */
export function useLatest(board: BoardView | null): LatestDonation | DonationSum | null {
  const [seen, setSeen] = useState(NOTHING_SEEN)
  const { latest, held } = seen

  useEffect(() => {
    if (held === null) return
    const timer = setTimeout(() => setSeen(showWaiting), HOLD_MS)
    return () => clearTimeout(timer)
  }, [held])

  if (seen.board === board) return latest
  const next = follow(seen, board)
  setSeen(next)
  return next.latest
}

function follow(seen: Seen, board: BoardView | null): Seen {
  const hasLeft = (id: string) => isOn(seen.board, id) && !isOn(board, id)
  const { held } = seen
  const latest = withoutRefunds(seen.latest, board)
  const [only, ...others] = seen.waiting
  const isGone = only !== undefined && others.length === 0 && hasLeft(only.id)
  const waiting = [...(isGone ? [] : seen.waiting), ...findArrivals(board)]
  if (latest && 'id' in latest && hasLeft(latest.id))
    return showWaiting({ board, latest: null, held, waiting })
  if (held === null) return showWaiting({ board, latest, held, waiting })
  return {
    board,
    latest: waiting.length > 0 ? latest : pickYounger(latest, board),
    held,
    waiting,
  }
}

function findArrivals(board: BoardView | null): LatestDonation[] {
  if (board === null) return []
  return board.arrivals.map(({ from, ...entry }) => ({
    ...entry,
    // A sum that grows may pass nobody.
    rankTaken:
      from !== undefined && from <= entry.position
        ? null
        : { position: entry.position, passedId: board.rows[entry.position]?.id },
  }))
}

/** Returns the latest with the cents that its row has now, if some have gone back. */
function withoutRefunds(latest: Seen['latest'], board: BoardView | null): Seen['latest'] {
  if (latest === null || !('id' in latest)) return latest
  const row = board?.rows.find(({ id }) => id === latest.id)
  if (row === undefined || row.amountCents >= latest.amountCents) return latest
  return { ...latest, amountCents: row.amountCents, rankTaken: null }
}

function isOn(board: BoardView | null, donationId: string): boolean {
  return board?.rows.some(({ id }) => id === donationId) ?? false
}

function showWaiting({ board, latest, waiting }: Seen): Seen {
  const [first, ...others] = waiting
  const next = first && others.length > 0 ? sumOf(waiting) : (first ?? latest)
  return { board, latest: pickYounger(next, board), held: first ? next : null, waiting: [] }
}

function sumOf(donations: readonly LatestDonation[]): DonationSum {
  return {
    count: donations.length,
    amountCents: donations.reduce((sum, { amountCents }) => sum + amountCents, 0),
    timestamp: findYoungest(donations)?.timestamp ?? '',
  }
}

/** Returns the youngest row instead if that is younger, as after a reconnection. */
function pickYounger(latest: Seen['latest'], board: BoardView | null): Seen['latest'] {
  const youngest = findYoungest(board?.rows ?? [])
  if (youngest === undefined || (latest && latest.timestamp >= youngest.timestamp)) return latest
  return { ...youngest, rankTaken: null }
}

function findYoungest<Row extends { timestamp: string }>(rows: readonly Row[]): Row | undefined {
  const [first, ...others] = rows
  return others.reduce(
    (best, row) => (best === undefined || row.timestamp > best.timestamp ? row : best),
    first,
  )
}
