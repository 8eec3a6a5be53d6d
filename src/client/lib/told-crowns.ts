import type { Crowns } from '#contract/crowns.ts'

const listeners = new Set<(crowns: Crowns) => void>()

/** Tells the board of crowns that another part of the page has fetched, so that both show the same. */
export function publishCrowns(crowns: Crowns): void {
  for (const listener of listeners) listener(crowns)
}

/** Calls a function with crowns that others fetch; returns a function that ends this. */
export function onPublishedCrowns(listener: (crowns: Crowns) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
