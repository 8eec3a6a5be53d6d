import { measureRemPx } from '#client/lib/rem.ts'

/** The height of every row, in rem so that it grows with the viewer's text size. */
const ROW_HEIGHT_REM = 3.75

/** The number of places on the podium, above the rows. */
export const PODIUM_PLACES = 3

/** Returns the CSS length of that many rows. */
export function rowsHeight(count: number): string {
  return `${count * ROW_HEIGHT_REM}rem`
}

let rowHeightPx: number | undefined

/** Reads the row height once between window resizes: reading forces a style recalculation. */
export function measureRowHeightPx(): number {
  if (rowHeightPx === undefined) {
    rowHeightPx = ROW_HEIGHT_REM * measureRemPx()
    addEventListener('resize', forget, { once: true })
  }
  return rowHeightPx
}

function forget(): void {
  rowHeightPx = undefined
}

/** Measures the height above a list's rows: the third place reaches there. Ignores animations. */
export function measurePodiumHeightPx(list: HTMLElement): number {
  const last = list.children[PODIUM_PLACES - 1]
  return last instanceof HTMLElement ? last.offsetTop + last.offsetHeight : 0
}

/** Measures where a list's rows begin: below its podium, or beside it. Ignores animations. */
export function measureRowsTopPx(list: HTMLElement): number {
  const row = list.children[PODIUM_PLACES]
  return row instanceof HTMLElement ? row.offsetTop : measurePodiumHeightPx(list)
}
