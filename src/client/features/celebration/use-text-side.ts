import { useState } from 'react'
import type { TrackedRect } from './use-donation-rect.ts'

/** What the words need, in CSS pixels. */
const MIN_TEXT_PX = 320

export type TextSide = 'above' | 'below' | 'middle'

/** On which side of the donation the words stand. They stay there, wherever it then goes. */
export function useTextSide(tracked: TrackedRect): TextSide {
  const [side, setSide] = useState<TextSide>()
  if (side !== undefined) return side
  if (!tracked.isStable) return 'middle'
  const stableSide = findTextSide(tracked)
  setSide(stableSide)
  return stableSide
}

/** Below where there is room, for confetti flies upwards. */
function findTextSide({ rect }: TrackedRect): TextSide {
  if (rect === undefined) return 'middle'
  const roomBelow = innerHeight - rect.top - rect.height
  if (roomBelow >= MIN_TEXT_PX) return 'below'
  return rect.top >= MIN_TEXT_PX ? 'above' : 'middle'
}
