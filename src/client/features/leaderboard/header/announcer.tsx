import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { useAnnouncement } from './use-announcement.ts'

/** Tells screen readers of new donations, when they have nothing else to read. */
export function Announcer({ arrivals }: { arrivals: readonly LeaderboardEntry[] | undefined }) {
  return (
    <p className="visually-hidden" aria-live="polite">
      {useAnnouncement(arrivals)}
    </p>
  )
}
