import type { Rank, Total } from '#contract/leaderboard.ts'
import type { BoardChange, BoardRow } from './board-row.ts'
import { RankTree, type AmountCount } from './rank-tree.ts'
import { TopWindow } from './top-window.ts'

/** What the database held at one version. */
export interface BoardState {
  version: number
  histogram: readonly AmountCount[]
  top: BoardRow[]
}

/**
 * The board in memory, as it was at one version: how many donations there are of each amount, the
 * sums, and the highest rows. The other rows stay in the database.
 */
export class Board {
  readonly ranks: RankTree
  readonly window = new TopWindow()
  readonly #total: Total
  #version: number

  constructor({ version, histogram, top }: BoardState) {
    this.#version = version
    this.#total = sumHistogram(histogram)
    this.ranks = new RankTree(histogram)
    this.window.fill(top)
  }

  get version(): number {
    return this.#version
  }

  get total(): Total {
    return { ...this.#total }
  }

  apply(change: BoardChange): void {
    if (change.previousAmountCents !== null) {
      this.ranks.remove(change.previousAmountCents)
      this.#addToTotal(-1, -change.previousAmountCents)
    }
    if (change.row !== null) {
      this.ranks.add(change.row.amountCents)
      this.#addToTotal(1, change.row.amountCents)
    }
    this.window.apply(change)
    this.#version = change.version
  }

  /** Where an amount would land, and the least up to `maxCents` that lands higher. */
  rank(amountCents: number, maxCents: number): Rank {
    const position = this.ranks.countAbove(amountCents - 1) + 1
    const rivalCents = this.ranks.smallestAtLeast(amountCents)
    if (rivalCents === undefined || rivalCents >= maxCents) {
      return { position, amountCents, next: null }
    }
    const next = { position: this.ranks.countAbove(rivalCents) + 1, amountCents: rivalCents + 1 }
    return { position, amountCents, next }
  }

  #addToTotal(count: number, amountCents: number): void {
    this.#total.count += count
    this.#total.amountCents += amountCents
  }
}

function sumHistogram(histogram: readonly AmountCount[]): Total {
  const total = { count: 0, amountCents: 0 }
  for (const { amountCents, count } of histogram) {
    total.count += count
    total.amountCents += amountCents * count
  }
  return total
}
