import { useEffect, useState } from 'react'
import { describeBoard } from '#contract/boards.ts'
import { LeaderboardFeed } from '../live/leaderboard-feed.ts'
import type { BoardView } from '../live/leaderboard-view.ts'
import { useFeedView } from '../live/use-feed-view.ts'
import { OwnSum, type OwnSumProps } from './own-sum.ts'
import { findLoaded, type OwnById } from './use-own-donations.ts'

export interface FollowedSumProps extends Omit<OwnSumProps, 'board'> {
  /** The shown board's rows; undefined for a board that is not shown, which is followed here. */
  board?: BoardView | null | undefined
  /** The viewer's donations, for a board that ranks these. */
  own: OwnById
}

/** Follows the viewer's own place on a board. */
export function FollowedSum({ board, ...props }: FollowedSumProps) {
  return board === undefined ? <Elsewhere {...props} /> : <OwnSum board={board} {...props} />
}

/** Follows a board that is not shown, and the viewer's own place there. */
function Elsewhere(props: Omit<FollowedSumProps, 'board'>) {
  const [feed] = useState(() => new LeaderboardFeed(undefined, props.boardId))
  useEffect(() => feed.connect(), [feed])
  const { board } = useFeedView(feed)
  const isOfDonations = describeBoard(props.boardId).ranks === 'donation'
  return isOfDonations ? <OwnBest board={board} {...props} /> : <OwnSum board={board} {...props} />
}

/** Follows the best of the viewer's donations among a board's loaded rows. */
function OwnBest({ boardId, board, own, onSum }: FollowedSumProps & OwnSumProps) {
  useEffect(() => {
    const { ownRank = null, version } = findLoaded(board, own) ?? {}
    onSum({ board: boardId, own, ownRank, next: null, team: undefined, version })
  }, [boardId, board, own, onSum])
  return null
}
