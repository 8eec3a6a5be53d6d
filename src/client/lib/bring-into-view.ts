import { prefersReducedMotion } from './reduced-motion.ts'

/** Scrolls no further than needed to show the element; smoothly, if motion is not reduced. */
export function bringIntoView(element: Element | null | undefined): void {
  element?.scrollIntoView({
    block: 'nearest',
    behavior: prefersReducedMotion() ? 'auto' : 'smooth',
  })
}
