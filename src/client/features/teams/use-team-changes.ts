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
  /** True while the donor cannot change their team. */
  isBound: boolean
}

/**
 * Loads the teams again within half a minute of a change of the board, as of one founded or closed,
 * and at once after a new payment of the donor, which may bind them.
 */
export function useTeamChanges(reload: () => void, { payment, isBound }: Occasions): void {
  const load = useStableCallback(reload)
  const lastPayment = useRef(payment)

  useEffect(() => {
    if (lastPayment.current === payment) return
    lastPayment.current = payment
    load()
  }, [payment, load])

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
