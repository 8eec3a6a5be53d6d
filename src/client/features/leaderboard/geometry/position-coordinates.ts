import type { Way } from '../motion/glide.ts'
import { measurePodiumHeightPx, measureRowHeightPx, PODIUM_PLACES } from './row-height.ts'

/** Where a position is in the list, in px: the middle of the upper edge of whoever stands there. */
type FindSpot = (position: number) => Way

const measured = new WeakMap<Element, FindSpot>()

/** Where the positions of a list are, whatever animation is under way. */
export function spotsOf(list: HTMLElement): FindSpot {
  const known = measured.get(list)
  if (known !== undefined) return known
  const spots = measureSpots(list)
  measured.set(list, spots)
  // When the browser has just laid out; at any other time it would have to do so again.
  new ResizeObserver(() => measured.set(list, measureSpots(list))).observe(list)
  return spots
}

function measureSpots(list: HTMLElement): FindSpot {
  const rowHeight = measureRowHeightPx()
  const podium = [...list.children]
    .slice(0, PODIUM_PLACES)
    .filter((place) => place instanceof HTMLElement)
    .map((place) => ({ x: place.offsetLeft + place.offsetWidth / 2, y: place.offsetTop }))
  const podiumHeight = measurePodiumHeightPx(list)
  const middle = list.clientWidth / 2
  return (position) =>
    podium[position - 1] ?? {
      x: middle,
      y: podiumHeight + (position - PODIUM_PLACES - 1) * rowHeight,
    }
}
