import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { Milestone } from '#contract/campaign/goal.ts'
import type { FirstBoard } from '#contract/first-view.ts'
import { ranksTeams, type BoardId } from '#contract/boards.ts'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { roundOf, useShownBoard } from './boards/use-shown-board.ts'
import { WithCrowns } from './crowns/with-crowns.tsx'
import { renderAbove, renderTabs } from './boards/board-places.tsx'
import { GoalOfCampaign } from './header/goal-of-campaign.tsx'
import { GuestInvitation } from './invitation/guest-invitation.tsx'
import { LeaderboardFeed } from './live/leaderboard-feed.ts'
import { useFeedView } from './live/use-feed-view.ts'
import type { OpenPlaceActions } from './list/open-place.tsx'
import { LeaderboardPanel } from './leaderboard-panel.tsx'
import type { BoardView, LeaderboardView } from './live/leaderboard-view.ts'
import { publishBoardVersion } from '#client/lib/board-version.ts'
import { useDeferredModule } from '#client/lib/use-deferred-module.ts'
import { useStableCallback } from '#client/lib/use-stable-callback.ts'
import type { NamelessDonationsProps } from './own/nameless-donations.tsx'
import type { FollowedSumProps } from './own/followed-sum.tsx'
import { useOwnDonations, type OwnRank } from './own/use-own-donations.ts'
import { useShownPlaces } from './own/use-shown-places.ts'

const loadNameless = () => import('./own/nameless-donations.tsx')
const loadOwnSum = () => import('./own/followed-sum.tsx')

export interface LeaderboardProps {
  /** The board that came with the document, shown until the server sends another. */
  firstBoard?: FirstBoard | undefined
  /** The account of the signed-in viewer, whose donations are marked. */
  donorId?: string | undefined
  /** The viewer's own latest donation of this visit. */
  ownLatestDonationId?: string | null
  /** True while a payment of the viewer's is celebrated. */
  isCelebrating?: boolean
  /** Renders the viewer's pending payments above the list; they have no rank. */
  renderOwnPayments?: (view: LeaderboardView) => ReactNode
  /** The actions for places that the viewer could take. */
  openPlaces?: OpenPlaceActions
  /** Called when what has just been given takes the first place of the shown board, but of teams. */
  onNewLeader?: (entry: LeaderboardEntry) => void
  /** Called when the sum has just reached a milestone of the goal, or the goal. */
  onMilestone?: (milestone: Milestone) => void
  /** Called when donations have just arrived. */
  onArrivals?: () => void
  /** Called when the viewer wants to share the best of their own ranks. */
  onShare?: (ownRank: OwnRank) => void
}

/** Shows the ranked list, live while it is rendered. */
export function Leaderboard(props: LeaderboardProps) {
  const {
    firstBoard,
    donorId,
    ownLatestDonationId = null,
    isCelebrating = false,
    renderOwnPayments,
    openPlaces,
    onNewLeader,
    onMilestone,
    onArrivals,
    onShare,
  } = props
  const [feed] = useState(() => new LeaderboardFeed(firstBoard))
  const view = useFeedView(feed)
  const { nameless, ...ownPlaces } = useOwnDonations(donorId, ownLatestDonationId, view.board)
  useEffect(() => feed.connect(), [feed])
  useEffect(() => publishBoardVersion(view.board?.version), [view.board?.version])
  useArrivals(view, onArrivals)
  const shown = useShownBoard(feed, { ownLatestDonationId, isCelebrating })
  const isDefault = shown.feed === feed
  useNewLeader(shown.view, ranksTeams(shown.id) ? undefined : onNewLeader)
  const places = useShownPlaces({ shown, isDefault, donorId, ...ownPlaces })
  const handleShare = useStableCallback(() => {
    if (places.shared !== null) onShare?.(places.shared)
  })

  return (
    <WithCrowns version={view.board?.version} roundId={roundOf(shown)?.id} shown={shown}>
      <LeaderboardPanel
        view={shown.view}
        boardId={shown.id}
        tabs={renderTabs(shown, places, openPlaces?.onTake)}
        goal={<GoalOfCampaign view={view} onReach={onMilestone} />}
        own={places.own}
        ownRank={places.ownRank}
        next={places.next}
        ownLatestDonationId={ownLatestDonationId}
        onPause={(paused) => shown.feed.setPaused(paused)}
        onShare={handleShare}
        onLoadMore={() => shown.feed.loadMore()}
        openPlaces={isDefault ? withInvitation(view, openPlaces) : { isClosed: !places.isCounting }}
      >
        {renderOwnPayments?.(view)}
        {renderNameless({ donations: nameless, round: shown.round })}
        {renderOwnSums(places, shown.view.board, `${donorId} ${ownLatestDonationId}`)}
        {renderAbove(shown, places, openPlaces?.onTake)}
      </LeaderboardPanel>
    </WithCrowns>
  )
}

function withInvitation(view: LeaderboardView, openPlaces?: OpenPlaceActions) {
  const { onTake } = openPlaces ?? {}
  if (onTake === undefined) return undefined
  return { ...openPlaces, invitation: <GuestInvitation view={view} onTake={onTake} /> }
}

/**
 * Renders what follows the viewer's sums on the shown board and on the one that is quoted in its
 * place, anew once something else is `seen`: another account, or a donation of theirs.
 */
function renderOwnSums(
  { summed, quoted, setSum, donations }: ReturnType<typeof useShownPlaces>,
  board: BoardView | null,
  seen: string,
): ReactNode {
  const render = (boardId: BoardId, rows?: BoardView | null) => (
    <DeferredSum
      key={`${boardId} ${seen}`}
      boardId={boardId}
      board={rows}
      own={donations}
      onSum={setSum}
    />
  )
  return (
    <>
      {summed && render(summed, board)}
      {quoted && render(quoted)}
    </>
  )
}

/** Fetches what follows the viewer's place; the default board alone needs none of it. */
function DeferredSum(props: FollowedSumProps) {
  const part = useDeferredModule(loadOwnSum)
  return part && <part.FollowedSum {...props} />
}

function renderNameless(props: NamelessDonationsProps): ReactNode {
  return props.donations.length > 0 && <DeferredNamelessDonations {...props} />
}

/** Fetches and shows the donations without a name; few viewers have any. */
function DeferredNamelessDonations(props: NamelessDonationsProps) {
  const part = useDeferredModule(loadNameless)
  return part && <part.NamelessDonations {...props} />
}

function useNewLeader(
  { board }: LeaderboardView,
  onNewLeader?: (entry: LeaderboardEntry) => void,
): void {
  const arrivals = board?.arrivals
  const first = board?.rows[0]
  // The first of one donor's donations may take the place; the row has the sum of all.
  const notify = useEffectEvent((leader: LeaderboardEntry) =>
    onNewLeader?.({ ...leader, ...first }),
  )

  useEffect(() => {
    const leader = arrivals?.find(({ id, from }) => id === first?.id && from !== 1)
    if (leader !== undefined) notify(leader)
  }, [arrivals, first?.id])
}

function useArrivals({ board }: LeaderboardView, onArrivals?: () => void): void {
  const notify = useEffectEvent(() => onArrivals?.())
  const arrivals = board?.arrivals

  useEffect(() => {
    if (arrivals !== undefined && arrivals.length > 0) notify()
  }, [arrivals])
}
