import type { RefObject } from 'react'
import type { BoardView } from '../live/leaderboard-view.ts'
import { OwnBar, type OwnBarProps } from './own-bar.tsx'
import { TopBar } from './top-bar.tsx'
import type { OwnRank } from './use-own-donations.ts'
import { useShowOwnDonation } from '../motion/use-show-own-donation.ts'

export interface OwnRankTrackerProps {
  list: RefObject<HTMLOListElement | null>
  board: BoardView
  ownRank: OwnRank | null
  next: OwnBarProps['next']
  isClosed: OwnBarProps['isClosed']
  ownLatestDonationId: string | null
  onShare: () => void
}

/**
 * Scrolls to the viewer's new donation once the board has it, and shows a bar with their rank while
 * the row of their best donation is off the screen; without a donation, one with the way back up.
 */
export function OwnRankTracker({
  list,
  board,
  ownRank,
  next,
  isClosed,
  ownLatestDonationId,
  onShare,
}: OwnRankTrackerProps) {
  const isSum = next !== undefined
  useShowOwnDonation(list, board, ownLatestDonationId, isSum ? ownRank?.id : undefined)
  if (ownRank === null) return <TopBar list={list} />
  return <OwnBar {...{ ownRank, next, isClosed, list, onShare }} />
}
