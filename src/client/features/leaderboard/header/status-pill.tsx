import { isFollowing, type LeaderboardView } from '../live/leaderboard-view.ts'
import styles from './status-pill.module.css'

export function StatusPill({ view: { status, wasLive, paused } }: { view: LeaderboardView }) {
  const shown = paused && isFollowing(status) ? 'paused' : status
  const labels = {
    connecting: wasLive ? 'Reconnecting' : 'Connecting',
    live: 'Live',
    delayed: 'Delayed',
    offline: 'Offline',
    paused: 'Paused',
  }
  // A new element for each: Chromium sometimes kept the old colour of the dot, which had been animated.
  return (
    <p key={shown} className={styles.pill} data-status={shown}>
      <span>{labels[shown]}</span>
    </p>
  )
}
