import { useEffect, useMemo, useState } from 'react'
import {
  DEFAULT_BOARD_ID,
  describeBoard,
  findLeadingBoard,
  listBoards,
  type BoardId,
} from '#contract/boards.ts'
import type { Campaign } from '#contract/campaign.ts'
import type { Round } from '#contract/rounds.ts'
import { useCampaign } from '#client/lib/campaign.ts'
import { listCountingBoards } from '#client/lib/counting-boards.ts'
import { LeaderboardFeed } from '../live/leaderboard-feed.ts'
import { useFeedView } from '../live/use-feed-view.ts'
import type { LeaderboardView } from '../live/leaderboard-view.ts'
import { useIsCounting } from '../round/use-is-counting.ts'

/** The board that the viewer looks at. */
export interface ShownBoard {
  /** The boards that the host has chosen, in the order of their tabs. */
  boards: readonly BoardId[]
  /** The round whose board is one of them. */
  round: Round | undefined
  id: BoardId
  feed: LeaderboardFeed
  view: LeaderboardView
  show: (board: BoardId) => void
}

/** The viewer's latest donation of this visit, as the board knows it. */
export interface OwnDonationView {
  ownLatestDonationId: string | null
  /** True while a payment of theirs is celebrated. */
  isCelebrating: boolean
}

/**
 * Follows the board that the viewer has chosen, at first the host's first. The default board is
 * followed all the time, by its own feed, since ranks and offers come from it. It is also shown in
 * place of one without the viewer's own row while that is celebrated, such as that of a round that is
 * over.
 */
export function useShownBoard(
  defaultFeed: LeaderboardFeed,
  { ownLatestDonationId, isCelebrating }: OwnDonationView,
): ShownBoard {
  const campaign = useCampaign()
  const { round } = campaign
  const boards = listBoards(campaign)
  const [chosen, setChosen] = useState<BoardId>()
  const id = boards.find((board) => board === chosen) ?? boards[0] ?? DEFAULT_BOARD_ID
  // Another round is another board, though it may have the same id.
  const roundId = roundOf({ id, round })?.id
  const followed = useMemo(
    () => (id === DEFAULT_BOARD_ID ? undefined : { id, roundId }),
    [id, roundId],
  )
  const other = useMemo(
    () => (followed === undefined ? undefined : new LeaderboardFeed(undefined, followed.id)),
    [followed],
  )
  useEffect(() => other?.connect(), [other])
  const isCounting = useIsCounting(roundOf({ id, round }))
  const [seenId, setSeenId] = useState(ownLatestDonationId)
  const [left, setLeft] = useState<BoardId>()
  if (seenId !== ownLatestDonationId) {
    setSeenId(ownLatestDonationId)
    const hasRow = isCounting && hasOwnRow(id, campaign)
    if (isCelebrating && !hasRow) {
      setLeft(id)
      setChosen(findCelebrated(campaign))
    }
  } else if (left !== undefined && !isCelebrating) {
    setLeft(undefined)
    setChosen(left)
  }
  const feed = other ?? defaultFeed
  const view = useFeedView(feed)
  const show = (board: BoardId) => {
    setLeft(undefined)
    setChosen(board)
  }
  return { boards, round, id, feed, view, show }
}

/** Returns the round whose board is shown. */
export function roundOf({ id, round }: Pick<ShownBoard, 'id' | 'round'>): Round | undefined {
  return id.endsWith('-round') ? round : undefined
}

/** Returns the board on which a donation is celebrated: the host's first if it has the row. */
function findCelebrated(campaign: Campaign): BoardId {
  const leading = findLeadingBoard(campaign)
  return hasOwnRow(leading, campaign) ? leading : DEFAULT_BOARD_ID
}

/**
 * Returns whether a board has the row that is celebrated: the donation's, or where the host ranks
 * donors first, that of their sum.
 */
function hasOwnRow(id: BoardId, campaign: Campaign): boolean {
  const { ranks } = describeBoard(id)
  const boards = listCountingBoards(campaign)
  return ranks === 'donation' || ranks === describeBoard(findLeadingBoard({ boards })).ranks
}
