import { prefersReducedMotion } from './reduced-motion.ts'
import { measureRowHeightPx, PODIUM_PLACES } from './row-height.ts'

/** Scrolls the page until that position of the list stands in the middle of the window. */
export function showPosition(list: HTMLElement | null, position: number): void {
  const first = list?.firstElementChild
  if (!list || !(first instanceof HTMLElement)) return
  const podiumHeight = first.offsetTop + first.offsetHeight
  const rowsAbove = position - PODIUM_PLACES - 0.5
  const offset =
    position > PODIUM_PLACES ? podiumHeight + rowsAbove * measureRowHeightPx() : podiumHeight / 2
  const middle = list.getBoundingClientRect().top + scrollY + offset
  scrollTo({
    top: middle - innerHeight / 2,
    behavior: prefersReducedMotion() ? 'auto' : 'smooth',
  })
}
