const SHOOTING_STAR = 'shooting-star'

const target = new EventTarget()

/** Asks the moving sky, if there is one, for a shooting star: a donation has just arrived. */
export function shootStar(): void {
  target.dispatchEvent(new Event(SHOOTING_STAR))
}

/** Calls `listener` for each shooting star. Returns a function that stops it. */
export function onShootingStar(listener: () => void): () => void {
  target.addEventListener(SHOOTING_STAR, listener)
  return () => target.removeEventListener(SHOOTING_STAR, listener)
}
