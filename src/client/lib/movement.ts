/**
 * Returns how far an animation has moved an element from where it comes to rest, CSS px. Rows are
 * moved by `transform` while they change places, and placed by other properties.
 */
export function measureMovement(element: Element): { x: number; y: number } {
  const [x = 0, y = 0] = getComputedStyle(element)
    .transform.replace(/^matrix\(|\)$/g, '')
    .split(',')
    .slice(4)
    .map(Number)
  return { x, y }
}
