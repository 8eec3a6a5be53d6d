import { useSyncExternalStore } from 'react'

const subscribers = new Set<() => void>()
let isShown = false

/**
 * Tells that rows of pending payments are in the page: their part is fetched late, and may fail.
 * Returns a function that takes it back.
 */
export function publishShownRows(): () => void {
  set(true)
  return () => set(false)
}

export function useShowsRows(): boolean {
  return useSyncExternalStore(subscribe, () => isShown)
}

function subscribe(onChange: () => void): () => void {
  subscribers.add(onChange)
  return () => subscribers.delete(onChange)
}

function set(next: boolean): void {
  isShown = next
  for (const onChange of subscribers) onChange()
}
