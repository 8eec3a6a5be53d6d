import {
  compareRank,
  type BoardChange,
  type RankKey,
  type ShownDonation,
} from '#server/features/ledger/ledger.ts'

/** The number of rows that are read to fill the window. */
export const WINDOW_ROWS = 1_000

/** The number of rows below which the window is filled again; the largest first page fits in. */
const MIN_ROWS = 500

/** The highest rows of the board, kept up to date by its changes. */
export class TopWindow {
  #rows: ShownDonation[] = []
  /** True if the board has no other rows. */
  #whole = true

  /** True if so many rows have left that unknown ones must be read. */
  get needsFill(): boolean {
    return !this.#whole && this.#rows.length < MIN_ROWS
  }

  /** Replaces the rows by the result of `readTop` for `WINDOW_ROWS`. */
  fill(rows: ShownDonation[]): void {
    this.#rows = rows
    this.#whole = rows.length < WINDOW_ROWS
  }

  /**
   * Returns the highest `limit` rows of the board, or undefined if they are not all in the window.
   */
  top(limit: number): readonly ShownDonation[] | undefined {
    return this.#whole || this.#rows.length >= limit ? this.#rows.slice(0, limit) : undefined
  }

  /** Returns the row at a position, counted from 1, or undefined if it is not in the window. */
  at(position: number): ShownDonation | undefined {
    return this.#rows[position - 1]
  }

  /** Returns the position of a donation, counted from 1; undefined if it is not in the window. */
  positionOf(key: RankKey): number | undefined {
    const at = this.#indexOf(key)
    return this.#rows[at]?.sequence === key.sequence ? at + 1 : undefined
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

  #insert(row: ShownDonation): void {
    const at = this.#indexOf(row)
    // Unknown rows may rank between the window's last row and this one.
    if (at === this.#rows.length && !this.#whole) return
    this.#rows.splice(at, 0, row)
    if (this.#rows.length > WINDOW_ROWS) {
      this.#rows.pop()
      this.#whole = false
    }
  }

  /** Returns the index of a row with this key, or the one at which it would be inserted. */
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
