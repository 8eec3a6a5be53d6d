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
  return coordinates
}

/**
 * Measures a list's coordinates after its next layout and whenever its size changes, so that
 * `coordinatesOf` need not force a layout. Returns a function that ends it.
 */
export function watchCoordinates(list: HTMLElement): () => void {
  // A resize observer runs right after layout.
  const observer = new ResizeObserver(() => measured.set(list, measureCoordinates(list)))
  observer.observe(list)
  return () => observer.disconnect()
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
