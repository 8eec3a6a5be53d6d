import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { useDeferredModule } from '#client/lib/use-deferred-module.ts'
import { findRowElements } from './row-elements.ts'
import { prefersReducedMotion } from '#client/lib/reduced-motion.ts'

const loadRowAnimations = () => import('./row-animations.ts')

/** Animates each change of places; see `animateChanges`. */
export function useRowAnimations(
  list: RefObject<HTMLElement | null>,
  arrivals: readonly LeaderboardEntry[],
): void {
  const rowAnimations = useDeferredModule(loadRowAnimations)
  const lastRanks = useRef<ReadonlyMap<string, number>>(new Map())
  const lastArrivals = useRef(arrivals)

  useEffect(() => {
    if (list.current === null || prefersReducedMotion()) return
    return rowAnimations?.watchCoordinates(list.current)
  }, [list, rowAnimations])

  useLayoutEffect(() => {
    const rows = findRowElements(list.current)
    const oldRanks = lastRanks.current
    const newArrivals = lastArrivals.current === arrivals ? [] : arrivals
    lastRanks.current = new Map(rows.map(({ donationId, rank }) => [donationId, rank]))
    lastArrivals.current = arrivals
    if (list.current === null || oldRanks.size === 0 || prefersReducedMotion()) return
    rowAnimations?.animateChanges(list.current, rows, oldRanks, newArrivals)
  })
}
