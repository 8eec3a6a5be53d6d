import { useSyncExternalStore } from 'react'
import type { LiveSums } from '#contract/live-sums.ts'

const listeners = new Set<() => void>()
let current: LiveSums | undefined

/** Sets what choices and matches come to: as it came with the document, then as the stream sends it. */
export function setLiveSums(sums: LiveSums | undefined): void {
  current = sums
  for (const onChange of listeners) onChange()
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

const read = () => current

/** Returns what choices and matches come to; undefined until it is known, or if there are none. */
export function useLiveSums(): LiveSums | undefined {
  return useSyncExternalStore(subscribe, read, read)
}
