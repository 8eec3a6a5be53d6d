import { useEffect, useEffectEvent, useState } from 'react'
import { prefersReducedMotion } from '#client/lib/reduced-motion.ts'

/** The pause between two steps with reduced motion, ms. */
const STILL_MS = 1_000

/** Plays a course: holds the time in it, Unix ms, and moves it on while it plays. */
export function usePlayer([start, end]: readonly [number, number], factor: number) {
  const [time, setTime] = useState(end)
  const [isPlaying, setPlaying] = useState(false)

  const advance = useEffectEvent((byMs: number) => {
    const next = Math.min(end, time + byMs * factor)
    setTime(next)
    if (next >= end) setPlaying(false)
  })

  useEffect(() => {
    if (!isPlaying) return
    if (prefersReducedMotion()) {
      const timer = setInterval(() => advance(STILL_MS), STILL_MS)
      return () => clearInterval(timer)
    }
    let last = performance.now()
    let frame = requestAnimationFrame(function draw(now) {
      advance(Math.max(0, now - last))
      last = now
      frame = requestAnimationFrame(draw)
    })
    return () => cancelAnimationFrame(frame)
  }, [isPlaying])

  return {
    time,
    isPlaying,
    toggle: () => {
      if (!isPlaying && time >= end) setTime(start)
      setPlaying(!isPlaying)
    },
    seek: (to: number) => setTime(Math.min(end, Math.max(start, to))),
  }
}
