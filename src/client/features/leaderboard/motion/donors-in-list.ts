import { findDonationId } from '#client/lib/board-marks.ts'

/** A donor's element in the list, and the position at which it stands. */
export interface Donor {
  id: string
  element: HTMLElement
  position: number
}

export function findDonors(list: HTMLElement | null): Donor[] {
  return [...(list?.children ?? [])].flatMap((element) => {
    if (!(element instanceof HTMLLIElement)) return []
    const id = findDonationId(element)
    return id === undefined ? [] : [{ id, element, position: element.value }]
  })
}
