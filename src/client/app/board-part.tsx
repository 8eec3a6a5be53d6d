import type { Milestone } from '#contract/campaign/goal.ts'
import type { FirstBoard } from '#contract/first-view.ts'
import type { Leader } from '#client/features/celebration/new-leader-store.ts'
import { Leaderboard } from '#client/features/leaderboard/leaderboard.tsx'
import type { OwnRank } from '#client/features/leaderboard/own/use-own-donations.ts'
import { shootStar } from '#client/features/sky/shooting-stars.ts'
import { useSession } from '#client/lib/session.ts'
import { renderDare } from './dare-part.tsx'
import { renderPendingRows } from './pending-rows-part.tsx'

export interface BoardPartProps {
  firstBoard: FirstBoard | undefined
  /** The viewer's own latest donation of this visit. */
  ownLatestDonationId: string | null
  /** True while a payment of the viewer's is celebrated. */
  isCelebrating: boolean
  onShare: (ownRank: OwnRank) => void
  /** Called with the amount that takes a free place of the podium; without one, to donate any. */
  onTake: (amountCents?: number) => void
}

/** Connects the board with the session and with what else the page shows of new donations. */
export function BoardPart({ onTake, ...props }: BoardPartProps) {
  const session = useSession()
  const isSignedIn = session.state === 'signed-in'
  return (
    <Leaderboard
      {...props}
      donorId={isSignedIn ? session.userId : undefined}
      {...(isSignedIn && { renderOwnPayments: renderPendingRows })}
      openPlaces={{ onTake, renderDare }}
      onNewLeader={announceLeader}
      onMilestone={announceMilestone}
      onArrivals={shootStar}
    />
  )
}

const fetchNewLeaderStore = () => import('#client/features/celebration/new-leader-store.ts')

/** Announces a new leader; shows nothing if the code cannot be fetched, since the board does. */
function announceLeader(leader: Leader): void {
  void fetchNewLeaderStore().then(
    ({ newLeaderStore }) => newLeaderStore.announce(leader),
    () => undefined,
  )
}

const fetchMilestoneStore = () => import('#client/features/celebration/milestone-store.ts')

/** Announces a reached milestone; shows nothing if the code cannot be fetched, since the goal does. */
function announceMilestone(milestone: Milestone): void {
  void fetchMilestoneStore().then(
    ({ milestoneStore }) => milestoneStore.announce(milestone),
    () => undefined,
  )
}
