/** Scrolls no further than needed for the element to be seen; gently, unless less motion is asked for. */
export function bringIntoView(element: Element | null | undefined): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  element?.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'auto' : 'smooth' })
}
