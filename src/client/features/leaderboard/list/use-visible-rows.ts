import { useEffect, useState, type RefObject } from 'react'
import { measurePodiumHeightPx, measureRowHeightPx } from '../geometry/row-height.ts'

/** A span of the rows below the podium, counted from 0; `end` is not part of it. */
export interface VisibleRows {
  start: number
  end: number
}

/** Rows kept ready above and below the window, for the moment that scrolling is ahead of React. */
const OVERSCAN = 5

/** The span moves in steps of so many rows, so that most scrolling renders nothing. */
const STEP = 4

/** Before anything is measured: as many as most windows show, since each delays the first view. */
const INITIAL_ROWS = 17

/** So many are there even where the window ends above them: for who is read to, and who searches. */
const MIN_ROWS = 12

/** Which of the list's rows the viewer can see, as the page scrolls. */
export function useVisibleRows(list: RefObject<HTMLElement | null>, count: number): VisibleRows {
  const [visible, setVisible] = useState<VisibleRows>({ start: 0, end: INITIAL_ROWS })

  useEffect(() => {
    const measure = () => {
      if (list.current === null) return
      const next = measureVisibleRows(list.current)
      setVisible((last) => (last.start === next.start && last.end === next.end ? last : next))
    }
    // Not before the browser lays out anyway; until then the first rows are there.
    const frame = requestAnimationFrame(measure)
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
    }
  }, [list])

  const end = Math.min(visible.end, count)
  return { start: Math.min(visible.start, Math.max(0, end - STEP)), end }
}

function measureVisibleRows(list: HTMLElement): VisibleRows {
  const rowHeight = measureRowHeightPx()
  const above = -(list.getBoundingClientRect().top + measurePodiumHeightPx(list)) / rowHeight
  const below = above + innerHeight / rowHeight
  const start = Math.max(0, floorToStep(above - OVERSCAN))
  return { start, end: Math.max(start + MIN_ROWS, floorToStep(below + OVERSCAN) + STEP) }
}

function floorToStep(row: number): number {
  return Math.floor(row / STEP) * STEP
}
