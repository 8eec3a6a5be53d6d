import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ChoiceList } from '#contract/choices.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from './api.ts'

/** The age, ms, that a document may have when it is read: rendered earlier, and slow to come. */
const DOCUMENT_AGE_MS = 60_000

let knownOffsetMs: Promise<number> | undefined
/** The offset, ms, as far as it is known. */
let lastOffsetMs = 0

/** Takes the server's time, Unix ms, from the document, unless the viewer's clock may be as right. */
export function guessOffset(renderedAt: number): void {
  const offsetMs = renderedAt - Date.now()
  if (Math.abs(offsetMs) > DOCUMENT_AGE_MS) lastOffsetMs = offsetMs
}

/** Returns by how much the server's clock is ahead, ms; `now` came for a request of `askedAt`. */
export function measureOffset(now: string, askedAt: number): number {
  lastOffsetMs = Date.parse(now) - (askedAt + Date.now()) / 2
  return lastOffsetMs
}

async function fetchOffset(): Promise<number> {
  const askedAt = Date.now()
  const { now } = await callApi<ChoiceList>(ROUTES.choices)
  return measureOffset(now, askedAt)
}

/** Returns by how much the server's clock is ahead, ms, as far as something of the page knows it. */
export function lastServerOffset(): number {
  return lastOffsetMs
}

/** Returns by how much the server's clock is ahead, ms; by the document until the server answers. */
export function useServerOffset(): number {
  const [offsetMs, setOffset] = useState(lastOffsetMs)
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
 * without it. By the document's time until something else of the page has asked for the server's.
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
