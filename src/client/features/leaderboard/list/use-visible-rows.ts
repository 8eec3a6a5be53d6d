import { useEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { measureRowHeightPx, measureRowsTopPx } from '../geometry/row-height.ts'

/** A range of the rows below the podium, counted from 0; `end` is exclusive. */
export interface VisibleRows {
  start: number
  end: number
}

/** The rows rendered above and below the window, for when scrolling is ahead of React. */
const OVERSCAN = 5

/** The step in which the range moves, in rows, so that most scrolling renders nothing. */
const STEP = 4

/** The rows rendered before measuring: as many as most windows show; each delays the first view. */
const INITIAL_ROWS = 17

/** The least rows rendered, even off the screen: for screen readers and for finding in the page. */
const MIN_ROWS = 12

/** The rows on paper: with the podium, the first fifty places. */
const PRINTED: VisibleRows = { start: 0, end: 47 }

/** Returns the range of the list's rows that the viewer can see, as the page scrolls. */
export function useVisibleRows(list: RefObject<HTMLElement | null>, count: number): VisibleRows {
  const [visible, setVisible] = useState<VisibleRows>({ start: 0, end: INITIAL_ROWS })

  useEffect(() => {
    let isPrinting = false
    const measure = () => {
      if (list.current === null || isPrinting) return
      const next = measureVisibleRows(list.current)
      setVisible((last) => (last.start === next.start && last.end === next.end ? last : next))
    }
    const print = ({ type }: Event) => {
      isPrinting = type === 'beforeprint'
      if (isPrinting) flushSync(() => setVisible(PRINTED))
      else measure()
    }
    // Waits for the next frame, so that measuring does not force a layout; until then the first
    // rows are rendered.
    const frame = requestAnimationFrame(measure)
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    addEventListener('beforeprint', print)
    addEventListener('afterprint', print)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
      removeEventListener('beforeprint', print)
      removeEventListener('afterprint', print)
    }
  }, [list])

  const end = Math.min(visible.end, count)
  return { start: Math.min(visible.start, Math.max(0, end - STEP)), end }
}

function measureVisibleRows(list: HTMLElement): VisibleRows {
  const rowHeight = measureRowHeightPx()
  const above = -(list.getBoundingClientRect().top + measureRowsTopPx(list)) / rowHeight
  const below = above + innerHeight / rowHeight
  const start = Math.max(0, floorToStep(above - OVERSCAN))
  return { start, end: Math.max(start + MIN_ROWS, floorToStep(below + OVERSCAN) + STEP) }
}

function floorToStep(row: number): number {
  return Math.floor(row / STEP) * STEP
}
