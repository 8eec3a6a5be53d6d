import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { useAnnouncement } from './use-announcement.ts'

export interface AnnouncerProps {
  arrivals: readonly LeaderboardEntry[] | undefined
  /** True if the amounts of the board's rows are sums of several donations. */
  isSum: boolean
}

/** Announces new donations to screen readers, politely. */
export function Announcer({ arrivals, isSum }: AnnouncerProps) {
  return (
    <p className="visually-hidden" aria-live="polite">
      {useAnnouncement(arrivals, isSum)}
    </p>
  )
}
