import { useLayoutEffect, useRef, type RefObject } from 'react'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { useLater } from '#client/lib/use-deferred-module.ts'
import { findDonors } from './donors-in-list.ts'
import { prefersReducedMotion } from '#client/lib/reduced-motion.ts'

const loadChoreography = () => import('./row-animations.ts')

/** Shows each change of places as a movement; see `stage`. */
export function useChoreography(
  list: RefObject<HTMLElement | null>,
  arrivals: readonly LeaderboardEntry[],
): void {
  const choreography = useLater(loadChoreography)
  const lastPositions = useRef<ReadonlyMap<string, number>>(new Map())
  const lastArrivals = useRef(arrivals)

  useLayoutEffect(() => {
    const donors = findDonors(list.current)
    const old = lastPositions.current
    const news = lastArrivals.current === arrivals ? [] : arrivals
    lastPositions.current = new Map(donors.map(({ id, position }) => [id, position]))
    lastArrivals.current = arrivals
    if (list.current === null || old.size === 0 || prefersReducedMotion()) return
    choreography?.stage(list.current, donors, old, news)
  })
}
