import { useLayoutEffect, type RefObject } from 'react'
import { measureCutRowPx } from '#client/lib/board-marks.ts'
import { subscribeToFreeHeight } from '#client/lib/window-foot.ts'

/**
 * Tells the page how high the window's foot is with a strip of words upon it, and how much of the
 * row that the strip would cut stands above it: neither that row nor a line of the podium is seen in
 * part.
 */
export function useStripPlace(strip: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    // Not at the root, whose changes are followed here.
    const { style } = document.body
    const publish = () => {
      const top = strip.current?.offsetTop ?? innerHeight
      style.setProperty('--strip-foot', `${innerHeight - top}px`)
      style.setProperty('--strip-cut', `${measureCutRowPx(top)}px`)
    }
    publish()
    const unsubscribe = subscribeToFreeHeight(publish)
    addEventListener('scroll', publish, { passive: true })
    // What appears above the rows moves them.
    const observer = new ResizeObserver(publish)
    observer.observe(document.body)
    return () => {
      observer.disconnect()
      unsubscribe()
      removeEventListener('scroll', publish)
      for (const name of ['--strip-foot', '--strip-cut']) style.removeProperty(name)
    }
  }, [strip])
}
