import {
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import type { OwnDonation } from '#contract/checkouts.ts'
import type { LeaderboardEntry, LeaderboardPage } from '#contract/leaderboard.ts'
import { LeaderboardFeed } from './live/leaderboard-feed.ts'
import { LeaderboardPanel } from './leaderboard-panel.tsx'
import type { LeaderboardView } from './live/leaderboard-view.ts'
import { useLater } from '#client/lib/use-deferred-module.ts'
import { useOwnDonations, type OwnPlace } from './own/use-own-donations.ts'

const loadNameless = () => import('./own/nameless-donations.tsx')

export interface LeaderboardProps {
  /** What came with the document, to be shown until the server says more. */
  firstBoard?: LeaderboardPage | undefined
  /** The signed-in viewer: their donations are marked. */
  donorId?: string | undefined
  /** The viewer's own latest donation of this visit. */
  latestDonationId?: string | null
  /** What stands above the list and has no rank. */
  renderOwn?: (view: LeaderboardView) => ReactNode
  /** Called when a donation that has just been made takes the first place. */
  onNewLeader?: (entry: LeaderboardEntry) => void
  /** Called when donations have just been made. */
  onArrivals?: () => void
  /** Called when the viewer wants to show others the best of their own places. */
  onShare?: (place: OwnPlace) => void
}

/** The ranked list, live for as long as it is in the page. */
export function Leaderboard(props: LeaderboardProps) {
  const {
    firstBoard,
    donorId,
    latestDonationId = null,
    renderOwn,
    onNewLeader,
    onArrivals,
    onShare,
  } = props
  const [feed] = useState(() => new LeaderboardFeed(firstBoard))
  const view = useSyncExternalStore(feed.subscribe, feed.getView, feed.getView)
  const { ownIds, place, nameless } = useOwnDonations(donorId, latestDonationId, view.board)
  useEffect(() => feed.connect(), [feed])
  useNewLeader(view, onNewLeader)
  useArrivals(view, onArrivals)
  const share = useStable(() => {
    if (place !== null) onShare?.(place)
  })

  return (
    <LeaderboardPanel
      view={view}
      ownIds={ownIds}
      place={place}
      latestDonationId={latestDonationId}
      onPause={(paused) => feed.setPaused(paused)}
      onShare={share}
      onLoadMore={() => feed.loadMore()}
    >
      {renderOwn?.(view)}
      {nameless.length > 0 && <Nameless donations={nameless} />}
    </LeaderboardPanel>
  )
}

/** Few have any, so that nobody else loads it. */
function Nameless({ donations }: { donations: readonly OwnDonation[] }) {
  const part = useLater(loadNameless)
  return part && <part.NamelessDonations donations={donations} />
}

function useNewLeader(
  { board }: LeaderboardView,
  onNewLeader?: (entry: LeaderboardEntry) => void,
): void {
  const tell = useEffectEvent((entry: LeaderboardEntry) => onNewLeader?.(entry))
  const arrivals = board?.arrivals
  const first = board?.rows[0]

  useEffect(() => {
    const leader = arrivals?.find(({ id }) => id === first?.id)
    if (leader !== undefined) tell(leader)
  }, [arrivals, first?.id])
}

function useArrivals({ board }: LeaderboardView, onArrivals?: () => void): void {
  const tell = useEffectEvent(() => onArrivals?.())
  const arrivals = board?.arrivals

  useEffect(() => {
    if (arrivals !== undefined && arrivals.length > 0) tell()
  }, [arrivals])
}

/** The same function for as long as the component lives, so that rows need not be rendered anew. */
function useStable(run: () => void): () => void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  return useCallback(() => latest.current(), [])
}
