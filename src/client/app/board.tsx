import { memo, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { BOARD_ID } from '#client/lib/board-marks.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { fetchUntilThere } from '#client/lib/load-again.ts'
import type { BoardPartProps } from './board-part.tsx'
import { PartCrash } from './crash.tsx'
import styles from './page.module.css'
import { LATE_MARK } from './show-page.tsx'

export const boardPart = lazyPart(async () => {
  const { BoardPart } = await fetchUntilThere(() => import('./board-part.tsx'))
  return BoardPart
})

/**
 * Holds the board, which becomes live when its code is there; until then the markup of the server
 * stays. Memoized, because React gives that markup up when something above it changes meanwhile.
 */
export const Board = memo(function Board(props: BoardPartProps) {
  return (
    <div id={BOARD_ID} className={styles.board} tabIndex={-1} {...LATE_MARK}>
      <ErrorBoundary FallbackComponent={PartCrash} onReset={boardPart.reset}>
        <Suspense fallback={<div className={styles.placeholder} />}>
          <boardPart.LazyPart {...props} />
        </Suspense>
      </ErrorBoundary>
    </div>
  )
})
