import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ChoiceList } from '#contract/choices.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from './api.ts'

/** Returns by how much the server's clock is ahead, ms; `now` came for a request of `askedAt`. */
export function measureOffset(now: string, askedAt: number): number {
  return Date.parse(now) - (askedAt + Date.now()) / 2
}

let knownOffsetMs: Promise<number> | undefined
/** The offset, ms, as far as it is known. */
let lastOffsetMs = 0

async function fetchOffset(): Promise<number> {
  const askedAt = Date.now()
  const { now } = await callApi<ChoiceList>(ROUTES.choices)
  lastOffsetMs = measureOffset(now, askedAt)
  return lastOffsetMs
}

/** Returns by how much the server's clock is ahead, ms; 0 until the server has answered. */
export function useServerOffset(): number {
  const [offsetMs, setOffset] = useState(0)
  useEffect(() => {
    knownOffsetMs ??= fetchOffset()
    knownOffsetMs.then(setOffset, () => {
      knownOffsetMs = undefined
    })
  }, [])
  return offsetMs
}

/** The pause between two looks at the clock, ms; they come right after each second. */
const STEP_MS = 250

/** Returns the server's time in whole seconds, Unix ms, while it is shown. */
export function useServerNow(offsetMs: number): number {
  const read = () => Math.floor((Date.now() + offsetMs) / 1_000) * 1_000
  return useSyncExternalStore(subscribeToClock, read, read)
}

/**
 * Returns what `isSo` says of the server's time, Unix ms, and again when that changes; undefined
 * without it. By the viewer's own clock until something else of the page has asked for the server's.
 */
export function useAtServerTime(isSo: ((now: number) => boolean) | undefined): boolean | undefined {
  const read = () => isSo?.(Date.now() + lastOffsetMs)
  return useSyncExternalStore(isSo ? subscribeToClock : subscribeToNothing, read, read)
}

function subscribeToNothing(): () => void {
  return () => {}
}

function subscribeToClock(onChange: () => void): () => void {
  const timer = setInterval(onChange, STEP_MS)
  return () => clearInterval(timer)
}
