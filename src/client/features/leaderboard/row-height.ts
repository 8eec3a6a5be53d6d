/** All rows are equally high, in rem so that they grow with the viewer's text size. */
const ROW_HEIGHT_REM = 3.75

/** How many stand on the podium, above the rows. */
export const PODIUM_PLACES = 3

/** The CSS length of so many rows. */
export function rowsHigh(count: number): string {
  return `${count * ROW_HEIGHT_REM}rem`
}

export function measureRowHeightPx(): number {
  return ROW_HEIGHT_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}
