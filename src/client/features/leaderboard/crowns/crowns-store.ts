import type { Crown } from '#contract/crowns.ts'

/** The crowns of the board that is shown, by the ids of its rows. */
export interface ShownCrowns {
  rows: ReadonlyMap<string, readonly Crown[]>
  /** True for those of a round. */
  inRound: boolean
}

const NONE: ShownCrowns = { rows: new Map(), inRound: false }

/** Holds the crowns for the rows, which are far apart from what fetches them. */
class CrownsStore {
  /** Called with the id of a row whose crowns were pressed. */
  onOpen: (id: string) => void = () => {}
  #shown = NONE
  readonly #listeners = new Set<() => void>()

  readonly read = (): ShownCrowns => this.#shown

  readonly subscribe = (onChange: () => void): (() => void) => {
    this.#listeners.add(onChange)
    return () => this.#listeners.delete(onChange)
  }

  show(crowns: readonly Crown[], inRound: boolean): void {
    this.#shown = { rows: groupByRow(crowns), inRound }
    for (const onChange of this.#listeners) onChange()
  }
}

export const crownsStore = new CrownsStore()

/** Returns the crowns of each row that holds some. */
function groupByRow(crowns: readonly Crown[]): Map<string, Crown[]> {
  const rows = new Map<string, Crown[]>()
  for (const crown of crowns) {
    for (const id of crown.rows) rows.set(id, [...(rows.get(id) ?? []), crown])
  }
  return rows
}
