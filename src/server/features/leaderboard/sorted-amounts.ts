const FIRST_CAPACITY = 64

/** Amounts in cents in ascending order, with duplicates; at most 2^31 − 1 each. */
export class SortedAmounts {
  #amounts = new Int32Array(FIRST_CAPACITY)
  #length = 0

  get size(): number {
    return this.#length
  }

  /** Inserts `times` copies. */
  add(amountCents: number, times = 1): void {
    this.#reserve(this.#length + times)
    const at = this.countBelow(amountCents)
    this.#amounts.copyWithin(at + times, at, this.#length)
    this.#amounts.fill(amountCents, at, at + times)
    this.#length += times
  }

  /** Removes one copy; throws if there is none. */
  remove(amountCents: number): void {
    const at = this.countBelow(amountCents)
    if (at === this.#length || this.#amounts[at] !== amountCents) {
      throw new RangeError(`No donation of ${amountCents} cents is counted.`)
    }
    this.#amounts.copyWithin(at, at + 1, this.#length)
    this.#length -= 1
  }

  countBelow(amountCents: number): number {
    let low = 0
    let high = this.#length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#amounts[middle] ?? 0) < amountCents) low = middle + 1
      else high = middle
    }
    return low
  }

  smallestAtLeast(amountCents: number): number | undefined {
    return this.at(this.countBelow(amountCents))
  }

  /** Returns the amount at an index, counted from 0 for the smallest. */
  at(index: number): number | undefined {
    return index < this.#length ? this.#amounts[index] : undefined
  }

  #reserve(length: number): void {
    if (length <= this.#amounts.length) return
    const grown = new Int32Array(Math.max(length, this.#amounts.length * 2))
    grown.set(this.#amounts)
    this.#amounts = grown
  }
}
