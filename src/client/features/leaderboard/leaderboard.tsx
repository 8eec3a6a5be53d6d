import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { registerServiceWorker } from '#client/lib/service-worker.ts'
import { connectLeaderboard, createLeaderboardStore } from './leaderboard-session.ts'
import { LeaderboardPanel } from './leaderboard-panel.tsx'
import type { LeaderboardView } from './leaderboard-view.ts'

export interface LeaderboardProps {
  /** The viewer's own latest donation: its row is marked. */
  latestDonationId?: string | null
  /** What stands above the list and has no rank. */
  renderOwn?: (view: LeaderboardView) => ReactNode
}

/** The ranked list, live for as long as it is in the page. */
export function Leaderboard({ latestDonationId = null, renderOwn }: LeaderboardProps) {
  const [store] = useState(createLeaderboardStore)
  const view = useSyncExternalStore(store.subscribe, store.getView)
  useEffect(() => connectLeaderboard(store), [store])
  useEffect(registerServiceWorker, [])

  return (
    <LeaderboardPanel
      view={view}
      latestDonationId={latestDonationId}
      onPause={(paused) => store.setPaused(paused)}
      onLoadMore={() => void store.loadMore()}
    >
      {renderOwn?.(view)}
    </LeaderboardPanel>
  )
}
