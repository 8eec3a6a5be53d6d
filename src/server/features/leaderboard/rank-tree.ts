import { SortedAmounts } from './sorted-amounts.ts'

/** The number of donations of an amount. */
export interface AmountCount {
  amountCents: number
  count: number
}

/**
 * The highest amount that is counted cent by cent, $10,485.75: 4 MB whatever the number of
 * donations. Hosts rarely allow more, and the few donations above are stored one by one.
 */
const DENSE_MAX_CENTS = 2 ** 20 - 1

/**
 * Counts donations by amount, so that a rank costs the same among ten and ten million: a Fenwick
 * tree over cents. Amounts are whole cents of at least 1.
 */
export class RankTree {
  readonly #denseMax: number
  /** `#sums[i]` is the number of donations of the amounts (i − lowestBit(i), i]. */
  readonly #sums: Int32Array
  readonly #above = new SortedAmounts()
  #denseSize = 0

  constructor(histogram: Iterable<AmountCount> = [], denseMaxCents = DENSE_MAX_CENTS) {
    this.#denseMax = denseMaxCents
    this.#sums = new Int32Array(denseMaxCents + 1)
    this.#load(histogram)
  }

  get size(): number {
    return this.#denseSize + this.#above.size
  }

  add(amountCents: number): void {
    requireAmount(amountCents)
    if (amountCents > this.#denseMax) this.#above.add(amountCents)
    else this.#count(amountCents, 1)
  }

  /** Removes one donation; throws if none of this amount is counted. */
  remove(amountCents: number): void {
    requireAmount(amountCents)
    if (amountCents > this.#denseMax) return this.#above.remove(amountCents)
    if (this.countAt(amountCents) === 0) {
      throw new RangeError(`No donation of ${amountCents} cents is counted.`)
    }
    this.#count(amountCents, -1)
  }

  /** Returns the number of donations of more than this amount. */
  countAbove(amountCents: number): number {
    return this.size - this.#countUpTo(amountCents)
  }

  /** Returns the number of donations of exactly this amount. */
  countAt(amountCents: number): number {
    return this.#countUpTo(amountCents) - this.#countUpTo(amountCents - 1)
  }

  /** Returns the smallest donated amount that is at least this one. */
  smallestAtLeast(amountCents: number): number | undefined {
    const below = this.#countUpTo(amountCents - 1)
    return below < this.#denseSize
      ? this.#amountAtIndex(below)
      : this.#above.smallestAtLeast(amountCents)
  }

  /** Returns the amount at a position, counted from 1 for the highest; at most `size`. */
  amountAt(position: number): number {
    const index = this.size - position
    const amountCents =
      index < this.#denseSize ? this.#amountAtIndex(index) : this.#above.at(index - this.#denseSize)
    if (index < 0 || amountCents === undefined) throw new RangeError(`Nobody is at ${position}.`)
    return amountCents
  }

  #load(histogram: Iterable<AmountCount>): void {
    const dense: AmountCount[] = []
    for (const entry of histogram) {
      requireAmount(entry.amountCents)
      if (entry.amountCents > this.#denseMax) this.#above.add(entry.amountCents, entry.count)
      else dense.push(entry)
    }
    // One by one, an amount takes a step for each bit of the highest amount.
    if (dense.length * Math.log2(this.#denseMax + 1) < this.#denseMax) {
      for (const { amountCents, count } of dense) this.#count(amountCents, count)
    } else this.#fill(dense)
  }

  /** Fills the tree: each cell adds itself to the next one that covers it, n steps for n cells. */
  #fill(dense: readonly AmountCount[]): void {
    for (const { amountCents, count } of dense) {
      this.#sums[amountCents] = this.#sum(amountCents) + count
      this.#denseSize += count
    }
    for (let cell = 1; cell <= this.#denseMax; cell += 1) {
      const next = cell + lowestBit(cell)
      if (next <= this.#denseMax) this.#sums[next] = this.#sum(next) + this.#sum(cell)
    }
  }

  #count(amountCents: number, change: number): void {
    this.#denseSize += change
    for (let cell = amountCents; cell <= this.#denseMax; cell += lowestBit(cell)) {
      this.#sums[cell] = this.#sum(cell) + change
    }
  }

  #countUpTo(amountCents: number): number {
    if (amountCents > this.#denseMax) {
      return this.#denseSize + this.#above.countBelow(amountCents + 1)
    }
    let count = 0
    for (let cell = amountCents; cell > 0; cell -= lowestBit(cell)) count += this.#sum(cell)
    return count
  }

  /** Returns the amount of the dense donation at `index`, counted from 0 for the smallest. */
  #amountAtIndex(index: number): number {
    let amountCents = 0
    let left = index
    for (let step = highestBit(this.#denseMax); step > 0; step >>= 1) {
      const cell = amountCents + step
      if (cell > this.#denseMax || this.#sum(cell) > left) continue
      amountCents = cell
      left -= this.#sum(cell)
    }
    return amountCents + 1
  }

  #sum(cell: number): number {
    return this.#sums[cell] ?? 0
  }
}

function requireAmount(amountCents: number): void {
  if (!Number.isSafeInteger(amountCents) || amountCents < 1) {
    throw new RangeError(`${amountCents} is not an amount in cents.`)
  }
}

function lowestBit(value: number): number {
  return value & -value
}

function highestBit(value: number): number {
  return 2 ** (31 - Math.clz32(value))
}
