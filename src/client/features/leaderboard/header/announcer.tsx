import type { BoardDescription } from '#contract/boards.ts'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { useAnnouncement } from './use-announcement.ts'

export interface AnnouncerProps {
  arrivals: readonly LeaderboardEntry[] | undefined
  ranks: BoardDescription['ranks']
}

/** Announces new donations to screen readers, politely. */
export function Announcer({ arrivals, ranks }: AnnouncerProps) {
  return (
    <p className="visually-hidden" aria-live="polite">
      {useAnnouncement(arrivals, ranks !== 'donation')}
    </p>
  )
}
