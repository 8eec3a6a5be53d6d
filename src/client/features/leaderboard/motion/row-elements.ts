import { findDonationId } from '#client/lib/board-marks.ts'

/** The element of a row of the list, with its donation and rank. */
export interface RowElement {
  donationId: string
  element: HTMLElement
  rank: number
}

export function findRowElements(list: HTMLElement | null): RowElement[] {
  return [...(list?.children ?? [])].flatMap((element) => {
    if (!(element instanceof HTMLLIElement)) return []
    const donationId = findDonationId(element)
    return donationId === undefined ? [] : [{ donationId, element, rank: element.value }]
  })
}
