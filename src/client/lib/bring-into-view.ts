import { prefersReducedMotion } from './reduced-motion.ts'

/** Scrolls no further than needed for the element to be seen; gently, unless less motion is asked for. */
export function bringIntoView(element: Element | null | undefined): void {
  element?.scrollIntoView({
    block: 'nearest',
    behavior: prefersReducedMotion() ? 'auto' : 'smooth',
  })
}
