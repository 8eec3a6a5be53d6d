import { compareRank, type BoardChange, type BoardDonation, type RankKey } from './board-row.ts'

/** How many rows are read when the window is filled. */
export const WINDOW_ROWS = 1_000

/** Below so many rows it wants to be filled again; the first page of any size fits in. */
const FEWEST_ROWS = 500

/** The highest rows of the board, kept up to date by its changes. */
export class TopWindow {
  #rows: BoardDonation[] = []
  /** Whether the board has no rows but these. */
  #whole = true

  /** Whether rows have left so that others, which it does not know, belong in. */
  get wantsFilling(): boolean {
    return !this.#whole && this.#rows.length < FEWEST_ROWS
  }

  /** Takes what `readTop` answered for `WINDOW_ROWS`. */
  fill(rows: BoardDonation[]): void {
    this.#rows = rows
    this.#whole = rows.length < WINDOW_ROWS
  }

  /** The highest `limit` rows of the board; undefined where the window does not know them all. */
  top(limit: number): readonly BoardDonation[] | undefined {
    return this.#whole || this.#rows.length >= limit ? this.#rows.slice(0, limit) : undefined
  }

  /** Who stands at a position, counted from 1; undefined where the window does not know. */
  at(position: number): BoardDonation | undefined {
    return this.#rows[position - 1]
  }

  apply({ previousAmountCents, sequence, id, row }: BoardChange): void {
    if (previousAmountCents !== null)
      this.#remove({ amountCents: previousAmountCents, sequence }, id)
    if (row !== null) this.#insert(row)
  }

  #remove(key: RankKey, id: string): void {
    const at = this.#indexOf(key)
    if (this.#rows[at]?.id === id) this.#rows.splice(at, 1)
  }

  #insert(row: BoardDonation): void {
    const at = this.#indexOf(row)
    // Unknown rows may stand between the window's last row and one that is lower.
    if (at === this.#rows.length && !this.#whole) return
    this.#rows.splice(at, 0, row)
    if (this.#rows.length > WINDOW_ROWS) {
      this.#rows.pop()
      this.#whole = false
    }
  }

  /** Where a row of this key stands or would stand. */
  #indexOf(key: RankKey): number {
    let low = 0
    let high = this.#rows.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const row = this.#rows[middle]
      if (row !== undefined && compareRank(row, key) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
