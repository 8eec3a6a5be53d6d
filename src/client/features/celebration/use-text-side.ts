import { useState } from 'react'
import type { Sighting } from './use-donation-rect.ts'

/** What the words need, in CSS pixels. */
const WORDS_PX = 320

export type Side = 'above' | 'below' | 'middle'

/** On which side of the donation the words stand. They stay there, wherever it then goes. */
export function useSide(sighting: Sighting): Side {
  const [side, setSide] = useState<Side>()
  if (side !== undefined) return side
  if (!sighting.isSettled) return 'middle'
  const settled = findSide(sighting)
  setSide(settled)
  return settled
}

/** Below where there is room, for confetti flies upwards. */
function findSide({ place }: Sighting): Side {
  if (place === undefined) return 'middle'
  const roomBelow = innerHeight - place.top - place.height
  if (roomBelow >= WORDS_PX) return 'below'
  return place.top >= WORDS_PX ? 'above' : 'middle'
}
