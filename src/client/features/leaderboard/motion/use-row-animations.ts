import { useLayoutEffect, useRef, type RefObject } from 'react'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { useDeferredModule } from '#client/lib/use-deferred-module.ts'
import { findDonors } from './donors-in-list.ts'
import { prefersReducedMotion } from '#client/lib/reduced-motion.ts'

const loadRowAnimations = () => import('./row-animations.ts')

/** Animates each change of places; see `animateChanges`. */
export function useRowAnimations(
  list: RefObject<HTMLElement | null>,
  arrivals: readonly LeaderboardEntry[],
): void {
  const rowAnimations = useDeferredModule(loadRowAnimations)
  const lastPositions = useRef<ReadonlyMap<string, number>>(new Map())
  const lastArrivals = useRef(arrivals)

  useLayoutEffect(() => {
    const donors = findDonors(list.current)
    const oldPositions = lastPositions.current
    const newArrivals = lastArrivals.current === arrivals ? [] : arrivals
    lastPositions.current = new Map(donors.map(({ id, position }) => [id, position]))
    lastArrivals.current = arrivals
    if (list.current === null || oldPositions.size === 0 || prefersReducedMotion()) return
    rowAnimations?.animateChanges(list.current, donors, oldPositions, newArrivals)
  })
}
