/** All rows are equally high, in rem so that they grow with the viewer's text size. */
const ROW_HEIGHT_REM = 3.75

/** How many stand on the podium, above the rows. */
export const PODIUM_PLACES = 3

/** The CSS length of so many rows. */
export function rowsHeight(count: number): string {
  return `${count * ROW_HEIGHT_REM}rem`
}

let rowHeightPx: number | undefined

/** Asked of the browser once between changes of the window: reading it makes styles be computed. */
export function measureRowHeightPx(): number {
  if (rowHeightPx === undefined) {
    rowHeightPx =
      ROW_HEIGHT_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    addEventListener('resize', forget, { once: true })
  }
  return rowHeightPx
}

function forget(): void {
  rowHeightPx = undefined
}

/** How far down a list's rows begin: the first place reaches so far. Read without its animations. */
export function measurePodiumHeightPx(list: HTMLElement): number {
  const first = list.firstElementChild
  return first instanceof HTMLElement ? first.offsetTop + first.offsetHeight : 0
}
