import type { RefObject } from 'react'
import type { BoardView } from '../live/leaderboard-view.ts'
import { OwnBar } from './own-bar.tsx'
import type { OwnPlace } from './use-own-donations.ts'
import { useShowingArrival } from '../motion/use-show-own-donation.ts'

export interface OwnPositionProps {
  list: RefObject<HTMLOListElement | null>
  board: BoardView
  place: OwnPlace | null
  latestDonationId: string | null
  onShare: () => void
}

/** Keeps the viewer's own place in sight: a new row when it comes, and its number while it is away. */
export function OwnPosition({ list, board, place, latestDonationId, onShare }: OwnPositionProps) {
  useShowingArrival(list, board, latestDonationId)
  return place && <OwnBar place={place} list={list} onShare={onShare} />
}
