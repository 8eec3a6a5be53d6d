import type { LeaderboardView } from '../live/leaderboard-view.ts'
import styles from './status-pill.module.css'

export function StatusPill({ view: { status, wasLive, paused } }: { view: LeaderboardView }) {
  const shown = paused && status === 'live' ? 'paused' : status
  const labels = {
    connecting: wasLive ? 'Reconnecting' : <FirstConnecting />,
    live: 'Live',
    offline: 'Offline',
    paused: 'Paused',
  }
  return (
    <p className={styles.pill} data-status={shown}>
      {labels[shown]}
    </p>
  )
}

/** Shows the first connecting, no wider than the word that replaces it a moment later. */
function FirstConnecting() {
  return (
    <>
      <span className="visually-hidden">Connecting</span>
      <span aria-hidden="true">…</span>
    </>
  )
}
