import { useEffect } from 'react'
import { describeBoard } from '#contract/boards.ts'
import { OwnSum, type OwnSumProps } from './own-sum.ts'
import { findLoaded, type LoadedRows, type OwnById } from './use-own-donations.ts'
import { usePolledBoard } from './use-polled-board.ts'

export interface FollowedSumProps extends Omit<OwnSumProps, 'board'> {
  /** The shown board's rows; undefined for a board that is not shown, which is followed here. */
  board?: LoadedRows | null | undefined
  /** The viewer's donations, for a board that ranks these. */
  own: OwnById
}

/** Follows the viewer's own place on a board. */
export function FollowedSum({ board, ...props }: FollowedSumProps) {
  return board === undefined ? <Elsewhere {...props} /> : <OwnSum board={board} {...props} />
}

/** Follows a board that is not shown, and the viewer's own place there. */
function Elsewhere(props: Omit<FollowedSumProps, 'board'>) {
  const board = usePolledBoard(props.boardId)
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
