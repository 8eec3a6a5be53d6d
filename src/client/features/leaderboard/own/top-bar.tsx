import { useSyncExternalStore, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { findBoard } from '#client/lib/board-marks.ts'
import { ArrowIcon } from '#client/ui/icons.tsx'
import styles from './own-bar.module.css'
import { findColumn, SheetRowCover } from './row-cover.tsx'
import { useBarHeight } from './use-bar-height.ts'

/** How many windows below the page's top the way back is offered. */
const FAR_WINDOWS = 3

/** Leads somebody without a row of their own back to the page's top, once that is far away. */
export function TopBar({ list }: { list: RefObject<HTMLElement | null> }) {
  const isFar = useSyncExternalStore(subscribeToScroll, isFarDown, () => false)
  useBarHeight(isFar)
  const column = findColumn(list)
  if (!isFar || !column) return <SheetRowCover list={list} />
  return createPortal(
    <div className={styles.dock}>
      <div className={styles.bar}>
        <button type="button" className={styles.top} onClick={goToTop}>
          <ArrowIcon />
          Back to the top
        </button>
      </div>
    </div>,
    column,
  )
}

function subscribeToScroll(onChange: () => void): () => void {
  addEventListener('scroll', onChange, { passive: true })
  return () => removeEventListener('scroll', onChange)
}

function isFarDown(): boolean {
  return scrollY > FAR_WINDOWS * innerHeight
}

/** Goes there at once: thousands of rows would pass by. The button leaves, and its focus goes on. */
function goToTop(): void {
  findBoard()?.focus({ preventScroll: true })
  scrollTo({ top: 0, behavior: 'instant' })
}
