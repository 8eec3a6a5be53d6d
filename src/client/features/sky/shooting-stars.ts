const SHOOTING_STAR = 'shooting-star'

const target = new EventTarget()

/** Has the live sky, where one is, answer a donation that has just arrived. */
export function shootStar(): void {
  target.dispatchEvent(new Event(SHOOTING_STAR))
}

/** Returns how to stop listening. */
export function onShootingStar(listener: () => void): () => void {
  target.addEventListener(SHOOTING_STAR, listener)
  return () => target.removeEventListener(SHOOTING_STAR, listener)
}
