import { useEffect, useEffectEvent } from 'react'
import type { OwnLimits } from '#contract/spending.ts'
import { fetchOwnLimits } from '#client/lib/own-limits.ts'
import { useLoaded } from '#client/lib/use-loaded.ts'

/**
 * Returns the donor's limits; undefined until they are read. They change only after a payment, which
 * `paidCount` counts, and when the page is seen again, as after a change in another tab: so never
 * while an amount is typed. If they cannot be read, the server refuses what is too much all the same.
 */
export function useOwnLimits(paidCount: number): OwnLimits | undefined {
  const { loaded, reload } = useLoaded(fetchOwnLimits)
  const readAgain = useEffectEvent(reload)
  useEffect(() => {
    if (paidCount > 0) readAgain()
  }, [paidCount])
  useEffect(() => {
    const handleChange = () => {
      if (!document.hidden) readAgain()
    }
    document.addEventListener('visibilitychange', handleChange)
    return () => document.removeEventListener('visibilitychange', handleChange)
  }, [])
  return loaded.state === 'ready' ? loaded.value : undefined
}

/** Returns the most that a donor may give now, in cents: what the strictest limit leaves. */
export function findMostCents(limits: OwnLimits | undefined): number {
  if (limits === undefined) return Infinity
  if (limits.pausedUntil !== null) return 0
  return Math.min(...limits.left.map(({ leftCents }) => leftCents))
}
