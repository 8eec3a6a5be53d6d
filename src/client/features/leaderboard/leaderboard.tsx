import { useEffect, useState, useSyncExternalStore } from 'react'
import { registerServiceWorker } from '#client/lib/service-worker.ts'
import { connectLeaderboard, createLeaderboardStore } from './leaderboard-session.ts'
import { LeaderboardPanel } from './leaderboard-panel.tsx'

export interface LeaderboardProps {
  /** The viewer's own latest donation: its row is marked. */
  latestDonationId?: string | null
}

/** The ranked list, live for as long as it is in the page. */
export function Leaderboard({ latestDonationId = null }: LeaderboardProps) {
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
    />
  )
}
