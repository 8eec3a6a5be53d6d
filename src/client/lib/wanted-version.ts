const subscribers = new Set<() => void>()

/** Asks for the own places of now: a quote has come of a version that the page does not have yet. */
export function wantVersion(): void {
  for (const onWanted of subscribers) onWanted()
}

/** Calls `onWanted` whenever newer places are asked for. Returns a function that stops it. */
export function onVersionWanted(onWanted: () => void): () => void {
  subscribers.add(onWanted)
  return () => subscribers.delete(onWanted)
}
