import { useSyncExternalStore } from 'react'

/** The viewer's own donations on the board, as far as other features need to know them. */
export interface OwnPlaces {
  ids: ReadonlySet<string>
  /** The best of their places; null if the board shows none of their donations. */
  best: { position: number; amountCents: number } | null
}

const NONE: OwnPlaces = { ids: new Set(), best: null }

const subscribers = new Set<() => void>()
let places = NONE

/** Tells the page which places are the viewer's own; the board knows it first. */
export function publishOwnPlaces(next: OwnPlaces): void {
  places = next
  for (const onChange of subscribers) onChange()
}

export function useOwnPlaces(): OwnPlaces {
  return useSyncExternalStore(subscribe, readOwnPlaces, readOwnPlaces)
}

function readOwnPlaces(): OwnPlaces {
  return places
}

function subscribe(onChange: () => void): () => void {
  subscribers.add(onChange)
  return () => subscribers.delete(onChange)
}
