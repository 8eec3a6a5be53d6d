import { useEffect, useRef } from 'react'
import { onBoardChange } from '#client/lib/board-version.ts'
import { useStableCallback } from '#client/lib/use-stable-callback.ts'

/** The shortest time between two loads, ms: all donors with a panel load the teams after a change. */
const PAUSE_MS = 10_000

/**
 * The time over which pages spread their loads after a change that all of them see, ms: any donation
 * is one, and each load has a part of the donor's own that no cache answers.
 */
const SPREAD_MS = 30_000

/** The time after which a donor who is bound is asked for again, ms: what binds them ends by itself. */
const BOUND_MS = 30_000

interface Occasions {
  /** The latest payment of the donor on this page; each is another object. */
  payment: object | undefined
  /** The latest refusal of a payment for the chosen team; each is another object. */
  refusal: object | undefined
  /** True while the donor cannot change their team. */
  isBound: boolean
}

/**
 * Loads the teams again within half a minute of a change of the board, as of one founded or closed,
 * and at once after a new payment of the donor, which may bind them, or one that was refused for its
 * team, which is closed or binds them elsewhere.
 */
export function useTeamChanges(reload: () => void, occasions: Occasions): void {
  const { payment, refusal, isBound } = occasions
  const load = useStableCallback(reload)
  useEach(payment, load)
  useEach(refusal, load)

  useEffect(() => {
    if (!isBound) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) load()
    }, BOUND_MS)
    return () => clearInterval(timer)
  }, [isBound, load])

  useEffect(() => {
    let loadedAt = performance.now()
    let timer: ReturnType<typeof setTimeout> | undefined
    const loadNow = () => {
      timer = undefined
      // Once somebody sees the page again, that is a change, too.
      if (document.hidden) return
      loadedAt = performance.now()
      load()
    }
    const loadSoon = () => {
      if (timer !== undefined) return
      const pauseMs = loadedAt + PAUSE_MS - performance.now()
      timer = setTimeout(loadNow, Math.max(Math.random() * SPREAD_MS, pauseMs))
    }
    const stop = onBoardChange(loadSoon)
    document.addEventListener('visibilitychange', loadSoon)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', loadSoon)
      clearTimeout(timer)
    }
  }, [load])
}

/** Calls `onNew` for each object after the first rendering, but not when there is none any more. */
function useEach(latest: object | undefined, onNew: () => void): void {
  const last = useRef(latest)
  useEffect(() => {
    if (last.current === latest) return
    last.current = latest
    if (latest !== undefined) onNew()
  }, [latest, onNew])
}
