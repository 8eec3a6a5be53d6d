import { measureMovement } from './movement.ts'

/**
 * Data attributes that mark the board's elements for code outside of it. All lookups of those
 * elements are in this file, so that a changed element keeps its mark.
 */

/** The id of the element around the board, which can have the focus. */
export const BOARD_ID = 'board'

/** Marks the row, or the place on the podium, of a donation; also of one that is not on the board. */
export function markRow(donationId: string) {
  return { 'data-donation': donationId }
}

/** Marks a donor's planet or sun. */
export const BODY_MARK = { 'data-body': '' }

/** Marks the element that lights up when a row has climbed to its place. */
export const LIGHT_MARK = { 'data-light': '' }

/** Marks the point that the sum has reached on its way to the goal. */
export const COMET_MARK = { 'data-comet': '' }

export function findComet(): Element | undefined {
  return document.querySelector('[data-comet]') ?? undefined
}

/** Marks the bar that stands for the viewer's own row while that is off the screen. */
export const OWN_BAR_MARK = { 'data-pinned-own': '' }

/** Marks an element outside of the board that shows the viewer's own place. */
export const OWN_PLACE_MARK = { 'data-own-place': '' }

/** Marks the element near the page's top in which the board says that the server is away. */
export const NOTICE_MARK = { 'data-notice': '' }

/** Marks what is said there while the server can be reached, so that all that is paid works. */
export const MILD_NOTICE_MARK = { 'data-mild': '' }

/** Returns the row of a donation in the list, or in the whole page. */
export function findRow(donationId: string, list: ParentNode = document): HTMLElement | undefined {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-donation]')]
  return rows.find((row) => findDonationId(row) === donationId)
}

/** Returns the id of the donation whose row this element is. */
export function findDonationId({ dataset }: HTMLElement): string | undefined {
  return dataset['donation']
}

export function findBody(row: Element): Element | undefined {
  return row.querySelector('[data-body]') ?? undefined
}

export function findLight(row: Element): Element | undefined {
  return row.querySelector('[data-light]') ?? undefined
}

export function findOwnBar(): Element | undefined {
  return document.querySelector('[data-pinned-own]') ?? undefined
}

/** Returns what shows the viewer's own place outside of the board. */
export function findOwnPlace(): Element | undefined {
  return document.querySelector('[data-own-place]') ?? undefined
}

/**
 * Marks a row, and the page, while the row is celebrated: nothing else of the viewer's own is lit
 * meanwhile. Returns a function that takes the marks away.
 */
export function markCelebrated(row: HTMLElement): () => void {
  const { dataset } = document.documentElement
  dataset['celebrates'] = ''
  row.dataset['celebrated'] = ''
  return () => {
    delete dataset['celebrates']
    delete row.dataset['celebrated']
  }
}

export function findNotice(): Element | undefined {
  return document.querySelector('[data-notice]') ?? undefined
}

/** Returns the list's first place, on the podium. */
export function findPodium(): HTMLElement | undefined {
  return document.querySelector<HTMLElement>('ol > [data-donation]') ?? undefined
}

/**
 * Returns how much of the row below the podium whose texts an edge at this height of the window would
 * cut stands above that, px; 0 for none.
 */
export function measureCutRowPx(edgePx: number): number {
  const rows = [...document.querySelectorAll('ol > [data-donation]:not([data-place])')]
  // Where each comes to rest.
  const boxes = rows.map((row) => {
    const { top, height } = row.getBoundingClientRect()
    return { top: top - measureMovement(row).y, height }
  })
  const cut = boxes.find(
    ({ top, height }) => edgePx - top > ROW_EDGE * height && edgePx - top < (1 - ROW_EDGE) * height,
  )
  return cut ? edgePx - cut.top : 0
}

/** The part of a row's height at each edge in which it has no text. */
const ROW_EDGE = 0.16

export function findBoard(): HTMLElement | undefined {
  return document.getElementById(BOARD_ID) ?? undefined
}
