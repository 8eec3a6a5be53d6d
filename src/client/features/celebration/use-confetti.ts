import { useEffect, useEffectEvent, useRef } from 'react'
import type { Achievement } from './achievement.ts'
import { throwConfetti } from './confetti.ts'
import { CELEBRATION_MS } from './use-celebration-timer.ts'
import type { Place, Point, Sighting } from './use-donation-rect.ts'

/** Throws confetti from the donation's place once that is known. */
export function useConfetti(achievement: Achievement, sighting: Sighting) {
  const sky = useRef<HTMLDivElement>(null)
  const origin = useEffectEvent(() => findOrigin(sighting.place))
  const { isSettled } = sighting

  useEffect(() => {
    if (!isSettled || !sky.current) return
    return throwConfetti(sky.current, {
      achievement,
      origin: () => origin(),
      durationMs: CELEBRATION_MS,
    })
  }, [isSettled, achievement])

  return sky
}

/** From the middle of a row or from a sun; else from the middle of the lower edge. */
export function findOrigin(place: Place | undefined): Point {
  if (place === undefined) return { x: innerWidth / 2, y: innerHeight - 8 }
  return { x: place.left + place.width / 2, y: place.body.y }
}
