import type { LeaderboardView } from '../live/leaderboard-view.ts'
import styles from './status-pill.module.css'

export function StatusPill({ view: { status, wasLive, paused } }: { view: LeaderboardView }) {
  const shown = paused && status === 'live' ? 'paused' : status
  const labels = {
    connecting: wasLive ? 'Reconnecting' : 'Connecting',
    live: 'Live',
    offline: 'Offline',
    paused: 'Paused',
  }
  return (
    <p className={styles.pill} data-status={shown}>
      <span>{labels[shown]}</span>
    </p>
  )
}
