import { useEffect, useEffectEvent, useRef } from 'react'
import type { Achievement } from './achievement.ts'
import { throwConfetti } from './confetti.ts'
import { CELEBRATION_MS } from './use-celebration-timer.ts'
import type { DonationRect, Point, TrackedRect } from './use-donation-rect.ts'

/** Throws confetti from the donation once its place is known. */
export function useConfetti(achievement: Achievement, tracked: TrackedRect) {
  const container = useRef<HTMLDivElement>(null)
  const origin = useEffectEvent(() => findOrigin(tracked.rect))
  const { isStable } = tracked

  useEffect(() => {
    if (!isStable || !container.current) return
    return throwConfetti(container.current, {
      achievement,
      origin: () => origin(),
      durationMs: CELEBRATION_MS,
    })
  }, [isStable, achievement])

  return container
}

/** Returns the middle of a row or a sun; else the middle of the window's lower edge. */
export function findOrigin(rect: DonationRect | undefined): Point {
  if (rect === undefined) return { x: innerWidth / 2, y: innerHeight - 8 }
  return { x: rect.left + rect.width / 2, y: rect.bodyCenter.y }
}
