import { useEffect, useRef, type RefObject } from 'react'
import { prefersReducedMotion } from '#client/lib/reduced-motion.ts'

const DURATION_MS = 600

/** The time between two steps, ms: a step per frame would cost more, and could not be read. */
const STEP_MS = 80

/**
 * Returns a ref to the element whose text counts from the last number to the next. The text is
 * written past React, which would render many times a second for it.
 */
export function useCountUp(
  value: number,
  format: (value: number) => string,
): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null)
  const shown = useRef(value)

  useEffect(() => {
    const from = shown.current
    const target = element.current?.firstChild
    if (!target || from === value) return
    const show = (next: number) => {
      shown.current = next
      target.nodeValue = format(next)
    }
    if (prefersReducedMotion() || value < from) return show(value)
    const startedAt = performance.now()
    const timer = setInterval(() => {
      const progress = Math.min(1, (performance.now() - startedAt) / DURATION_MS)
      show(from + Math.round((value - from) * (1 - (1 - progress) ** 3)))
      if (progress === 1) clearInterval(timer)
    }, STEP_MS)
    return () => clearInterval(timer)
  }, [value, format])

  return element
}
