import { Suspense, type ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import type { LeaderboardView } from '#client/features/leaderboard/live/leaderboard-view.ts'
import { pendingRows } from './parts.ts'

/** Shows the donor's own pending payments above the board; shows nothing after a crash. */
export function renderPendingRows({ board, status, paused }: LeaderboardView): ReactNode {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <pendingRows.LazyPart board={board} isLive={status === 'live' && !paused} />
      </Suspense>
    </ErrorBoundary>
  )
}
