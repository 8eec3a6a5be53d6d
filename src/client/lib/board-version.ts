const subscribers = new Set<() => void>()
let version: number | undefined

/** Tells the page that the board has changed. */
export function publishBoardVersion(next: number | undefined): void {
  if (next === version) return
  version = next
  for (const onChange of subscribers) onChange()
}

/** Calls `onChange` on each change of the board. Returns a function that stops it. */
export function onBoardChange(onChange: () => void): () => void {
  subscribers.add(onChange)
  return () => subscribers.delete(onChange)
}
