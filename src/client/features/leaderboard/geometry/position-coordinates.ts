import type { Offset } from '../motion/glide.ts'
import { measurePodiumHeightPx, measureRowHeightPx, PODIUM_PLACES } from './row-height.ts'

/** Where a position is in the list, in px: the middle of the upper edge of whoever stands there. */
type FindCoordinates = (position: number) => Offset

const measured = new WeakMap<Element, FindCoordinates>()

/** Where the positions of a list are, whatever animation is under way. */
export function coordinatesOf(list: HTMLElement): FindCoordinates {
  const known = measured.get(list)
  if (known !== undefined) return known
  const coordinates = measureCoordinates(list)
  measured.set(list, coordinates)
  // When the browser has just laid out; at any other time it would have to do so again.
  new ResizeObserver(() => measured.set(list, measureCoordinates(list))).observe(list)
  return coordinates
}

function measureCoordinates(list: HTMLElement): FindCoordinates {
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
