import { prefersReducedMotion } from './reduced-motion.ts'

/**
 * Scrolls the element into view, no further than needed; smoothly, unless reduced motion is
 * preferred.
 */
export function bringIntoView(element: Element | null | undefined): void {
  element?.scrollIntoView({
    block: 'nearest',
    behavior: prefersReducedMotion() ? 'auto' : 'smooth',
  })
}
