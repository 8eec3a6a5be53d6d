const SHOT = 'shot'

const shots = new EventTarget()

/** Has the live sky, where one is, answer a donation that has just arrived. */
export function shootStar(): void {
  shots.dispatchEvent(new Event(SHOT))
}

/** Returns how to stop listening. */
export function onShot(listener: () => void): () => void {
  shots.addEventListener(SHOT, listener)
  return () => shots.removeEventListener(SHOT, listener)
}
