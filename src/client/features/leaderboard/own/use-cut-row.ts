import { useCallback, useSyncExternalStore, type RefObject } from 'react'
import { measureFreeHeightPx, subscribeToFreeHeight } from '#client/lib/window-foot.ts'
import { measureRowHeightPx, measureRowsTopPx } from '../geometry/row-height.ts'

declare module 'react' {
  interface CSSProperties {
    /** The height above the own bar, or the sheet, that a row cut by it would have. */
    '--cut'?: string
  }
}

/** The part of a row's height in which all of its texts are. */
const TEXTS_SHARE = 0.8

/**
 * Returns how much of the row that the bar or the sheet below a cover cuts stands above that before
 * the page is scrolled, px; 0 if none of its texts is cut, and while the page is scrolled, when rows
 * pass below.
 */
export function useCutRowPx(
  cover: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
): number {
  const measure = useCallback(
    () => (scrollY > 0 ? 0 : measureCutPx(cover.current, list.current)),
    [cover, list],
  )
  return useSyncExternalStore(subscribe, measure, () => 0)
}

function subscribe(onChange: () => void): () => void {
  addEventListener('scroll', onChange, { passive: true })
  const unsubscribe = subscribeToFreeHeight(onChange)
  // Late parts above the rows move them.
  const observer = new ResizeObserver(onChange)
  observer.observe(document.body)
  return () => {
    removeEventListener('scroll', onChange)
    unsubscribe()
    observer.disconnect()
  }
}

function measureCutPx(cover: HTMLElement | null, list: HTMLElement | null): number {
  if (!cover || !list) return 0
  const bar = cover.closest('aside')
  // The window's own foot cuts rows as it cuts all of the page.
  if (bar === null && measureFreeHeightPx() === innerHeight) return 0
  const { top, bottom } = list.getBoundingClientRect()
  // Without the way that the bar itself moves as it comes.
  const dock = (bar ?? cover).parentElement
  const foot = (dock?.getBoundingClientRect().top ?? 0) + (bar?.offsetTop ?? 0)
  const rows = foot - top - measureRowsTopPx(list)
  return rows <= 0 || foot >= bottom ? 0 : cutOf(rows)
}

/** Returns the height of the last of these rows, px; 0 if all of its texts are seen. */
function cutOf(rowsPx: number): number {
  const cutPx = Math.ceil(rowsPx % measureRowHeightPx())
  return cutPx > TEXTS_SHARE * measureRowHeightPx() ? 0 : cutPx
}
