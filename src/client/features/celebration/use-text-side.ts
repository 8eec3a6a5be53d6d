import { useState } from 'react'
import type { TrackedRect } from './use-donation-rect.ts'

/** The height that the text needs, CSS pixels. */
const MIN_TEXT_PX = 320

export type TextSide = 'above' | 'below' | 'middle'

/** Returns the text's side of the donation, which stays the same even if the donation moves. */
export function useTextSide(tracked: TrackedRect): TextSide {
  const [side, setSide] = useState<TextSide>()
  if (side !== undefined) return side
  if (!tracked.isStable) return 'middle'
  const stableSide = findTextSide(tracked)
  setSide(stableSide)
  return stableSide
}

/** Prefers the side below, since confetti flies upwards. */
function findTextSide({ rect }: TrackedRect): TextSide {
  if (rect === undefined) return 'middle'
  const roomBelow = innerHeight - rect.top - rect.height
  if (roomBelow >= MIN_TEXT_PX) return 'below'
  return rect.top >= MIN_TEXT_PX ? 'above' : 'middle'
}
