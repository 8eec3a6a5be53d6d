import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { useAnnouncement } from './use-announcement.ts'

/** Announces new donations to screen readers, politely. */
export function Announcer({ arrivals }: { arrivals: readonly LeaderboardEntry[] | undefined }) {
  return (
    <p className="visually-hidden" aria-live="polite">
      {useAnnouncement(arrivals)}
    </p>
  )
}
