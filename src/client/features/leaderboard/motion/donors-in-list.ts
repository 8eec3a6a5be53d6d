/** A donor's element in the list, and the position at which it stands. */
export interface Donor {
  id: string
  element: HTMLElement
  position: number
}

export function findDonors(list: HTMLElement | null): Donor[] {
  return [...(list?.children ?? [])].flatMap((element) =>
    element instanceof HTMLLIElement && element.dataset.donation !== undefined
      ? [{ id: element.dataset.donation, element, position: element.value }]
      : [],
  )
}
