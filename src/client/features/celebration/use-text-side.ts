import { useState } from 'react'
import { measureRemPx } from '#client/lib/rem.ts'
import type { TrackedRect } from './use-donation-rect.ts'

/** The room around the words: to the donation, and to the edge of the window; rem. */
const MARGINS_REM = 4

/** `foot`: neither side has the room. */
export type TextSide = 'above' | 'below' | 'middle' | 'foot'

/**
 * Returns the words' side of the donation, next to which they stand; it stays the same even if the
 * donation moves.
 */
export function useTextSide(tracked: TrackedRect, words: HTMLElement | null): TextSide {
  const [side, setSide] = useState<TextSide>()
  if (side !== undefined) return side
  if (!tracked.isStable) return 'middle'
  const stableSide = findTextSide(tracked, measureNeed(words))
  setSide(stableSide)
  return stableSide
}

function measureNeed(words: HTMLElement | null): number {
  return (words?.offsetHeight ?? 0) + MARGINS_REM * measureRemPx()
}

/** Prefers the side below, since confetti flies upwards. */
function findTextSide({ rect }: TrackedRect, neededPx: number): TextSide {
  if (rect === undefined) return 'middle'
  if (innerHeight - rect.top - rect.height >= neededPx) return 'below'
  return rect.top >= neededPx ? 'above' : 'foot'
}
