import { useRef, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import styles from './own-bar.module.css'
import { useCutRowPx } from './use-cut-row.ts'

export interface RowCoverProps {
  list: RefObject<HTMLElement | null>
}

/** Covers, above the bar that it is in, the row that this would cut. */
export function RowCover({ list }: RowCoverProps) {
  const cover = useRef<HTMLDivElement>(null)
  const cutPx = useCutRowPx(cover, list)
  return (
    <div
      ref={cover}
      className={styles.cover}
      style={{ '--cut': `${cutPx}px` }}
      data-cuts={cutPx > 0 || undefined}
    />
  )
}

/** Covers, without a bar, the row that a sheet at the foot of the window would cut. */
export function SheetRowCover({ list }: RowCoverProps) {
  const column = findColumn(list)
  if (!column) return null
  return createPortal(
    <div className={styles.dock}>
      <RowCover list={list} />
    </div>,
    column,
  )
}

/** Returns the board's column in the page: it covers nothing beside that. */
export function findColumn(list: RefObject<HTMLElement | null>): HTMLElement | null | undefined {
  return list.current?.closest('section')?.parentElement
}
