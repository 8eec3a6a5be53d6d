/** A distance or a point, px. */
export interface Offset {
  x: number
  y: number
}

export interface GlideTiming {
  /** The duration, ms. */
  duration: number
  /** The time that the element waits at its start, ms, unless it is moving already. */
  delay?: number
  easing: string
}

interface Glide extends Offset {
  animation: Animation
}

const glides = new WeakMap<Element, Glide>()

/**
 * Animates an element to its place from that offset. One that is still moving goes on from where it
 * is seen: its remaining offset is added, since browsers combine animations only on the main
 * thread, frame by frame.
 */
export function glide(
  element: Element,
  offset: Offset,
  { delay = 0, ...timing }: GlideTiming,
): void {
  const remaining = findRemainingOffset(glides.get(element))
  const x = offset.x + remaining.x
  const y = offset.y + remaining.y
  const isMoving = remaining.x !== 0 || remaining.y !== 0
  glides.get(element)?.animation.cancel()
  const animation = element.animate(
    [{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }],
    { ...timing, delay: isMoving ? 0 : delay, fill: 'backwards' },
  )
  glides.set(element, { animation, x, y })
}

function findRemainingOffset(last: Glide | undefined): Offset {
  const progress = last?.animation.effect?.getComputedTiming().progress ?? 1
  return last ? { x: last.x * (1 - progress), y: last.y * (1 - progress) } : { x: 0, y: 0 }
}
