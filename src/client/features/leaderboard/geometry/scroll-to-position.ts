import { prefersReducedMotion } from '#client/lib/reduced-motion.ts'
import { measurePodiumHeightPx, measureRowHeightPx, PODIUM_PLACES } from './row-height.ts'

/** Scrolls the page until that position of the list is in the middle of the window. */
export function scrollToPosition(list: HTMLElement | null, position: number): void {
  if (list === null) return
  const podiumHeight = measurePodiumHeightPx(list)
  const rowsAbove = position - PODIUM_PLACES - 0.5
  const offset =
    position > PODIUM_PLACES ? podiumHeight + rowsAbove * measureRowHeightPx() : podiumHeight / 2
  const middle = list.getBoundingClientRect().top + scrollY + offset
  scrollTo({
    top: middle - innerHeight / 2,
    behavior: prefersReducedMotion() ? 'auto' : 'smooth',
  })
}
