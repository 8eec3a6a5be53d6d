import { useEffect, useRef, type RefObject } from 'react'
import { campaignStore } from '#client/lib/campaign.ts'
import type { BoardView } from '../live/leaderboard-view.ts'
import { bringPositionIntoView } from '../geometry/scroll-to-position.ts'
import { animateArrival } from './row-animations.ts'

/**
 * Scrolls the viewer's own new row into view, once, as soon as the board has it; on a board of donors
 * the one with their sum, whose id is `rowId`.
 */
export function useShowOwnDonation(
  list: RefObject<HTMLElement | null>,
  board: BoardView,
  donationId: string | null,
  rowId: string | undefined,
): void {
  const shown = useRef<string | null>(null)

  useEffect(() => {
    if (donationId === null || shown.current === donationId) return
    const index = board.rows.findIndex(({ id }) => id === donationId || id === rowId)
    const row = board.rows[index]
    if (row === undefined) return
    shown.current = donationId
    bringPositionIntoView(list.current, index + 1, campaignStore.read())
    animateArrival(list.current, row.id)
  }, [list, board, donationId, rowId])
}
