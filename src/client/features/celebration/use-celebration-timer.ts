import { useEffect, useEffectEvent, useRef, useState } from 'react'

export const CELEBRATION_MS = 5_000

const FADE_OUT_MS = 400

/** The least time that is left when a celebration that was held goes on, ms. */
const MIN_REMAINING_MS = 2_000

/** Ends the celebration after its time, unless it is held. Returns whether it is about to end. */
export function useCelebrationTimer(isHeld: boolean, onEnd: () => void): boolean {
  const [isLeaving, setLeaving] = useState(false)
  const left = useRef(CELEBRATION_MS)
  const end = useEffectEvent(onEnd)

  useEffect(() => {
    if (isHeld) return
    const startedAt = performance.now()
    const leaving = setTimeout(() => setLeaving(true), left.current - FADE_OUT_MS)
    const ending = setTimeout(() => end(), left.current)
    return () => {
      clearTimeout(leaving)
      clearTimeout(ending)
      setLeaving(false)
      left.current = Math.max(MIN_REMAINING_MS, left.current - (performance.now() - startedAt))
    }
  }, [isHeld])

  return isLeaving
}
