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
 * Returns whether the server's time is in a half-open span, Unix ms; undefined is no span, and always
 * true. By the viewer's own clock until something else of the page has asked for the server's.
 */
export function useIsWithin(span: { from: number; to: number } | undefined): boolean {
  const read = () => {
    if (span === undefined) return true
    const now = Date.now() + lastOffsetMs
    return now >= span.from && now < span.to
  }
  return useSyncExternalStore(
    span === undefined ? subscribeToNothing : subscribeToClock,
    read,
    read,
  )
}

function subscribeToNothing(): () => void {
  return () => {}
}

function subscribeToClock(onChange: () => void): () => void {
  const timer = setInterval(onChange, STEP_MS)
  return () => clearInterval(timer)
}
