import type { Offset } from '../motion/glide.ts'
import { measureRowHeightPx, measureRowsTopPx, PODIUM_PLACES } from './row-height.ts'

/** Returns the coordinates of a position in the list, px: the middle of its upper edge. */
type FindCoordinates = (position: number) => Offset

const measured = new WeakMap<Element, FindCoordinates>()

/** Returns a function that finds coordinates in a list, whatever animation is running. */
export function coordinatesOf(list: HTMLElement): FindCoordinates {
  const known = measured.get(list)
  if (known !== undefined) return known
  const coordinates = measureCoordinates(list)
  measured.set(list, coordinates)
  // A resize observer runs right after layout; at any other time reading would force another one.
  new ResizeObserver(() => measured.set(list, measureCoordinates(list))).observe(list)
  return coordinates
}

function measureCoordinates(list: HTMLElement): FindCoordinates {
  const rowHeight = measureRowHeightPx()
  const podium = [...list.children]
    .slice(0, PODIUM_PLACES)
    .filter((place) => place instanceof HTMLElement)
    .map((place) => ({ x: place.offsetLeft + place.offsetWidth / 2, y: place.offsetTop }))
  const rowsTop = measureRowsTopPx(list)
  const row = list.children[PODIUM_PLACES]
  const middle =
    row instanceof HTMLElement ? row.offsetLeft + row.offsetWidth / 2 : list.clientWidth / 2
  return (position) =>
    podium[position - 1] ?? {
      x: middle,
      y: rowsTop + (position - PODIUM_PLACES - 1) * rowHeight,
    }
}
