import type { Total } from '#contract/leaderboard.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import type { BoardChange, RankKey, ShownDonation } from '#server/features/ledger/ledger.ts'
import { NewestEquals } from './newest-equals.ts'
import { quoteRank, type BareQuote, type QuoteLimits } from './rank-quote.ts'
import { RankTree, type AmountCount } from './rank-tree.ts'
import { TopWindow } from './top-window.ts'

/** The contents of the database at one version. */
export interface BoardState {
  livemode: Livemode
  version: number
  histogram: readonly AmountCount[]
  top: ShownDonation[]
}

/**
 * The board of one mode in memory at one version: the number of donations of each amount, the sums,
 * and the highest rows. The other rows stay in the database.
 */
export class Board {
  readonly livemode: Livemode
  readonly ranks: RankTree
  readonly window = new TopWindow()
  readonly #newestEquals = new NewestEquals()
  readonly #total: Total
  #version: number

  constructor({ livemode, version, histogram, top }: BoardState) {
    this.livemode = livemode
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
    this.#newestEquals.apply(change)
    this.#version = change.version
  }

  /**
   * Returns the position of a donation on the board, if it follows from what is in memory: among
   * the highest rows, without equals, or as the newest of its equals.
   */
  positionOf(donation: RankKey): number | undefined {
    const { amountCents } = donation
    const isLast = this.ranks.countAt(amountCents) === 1 || this.#newestEquals.has(donation)
    if (!isLast) return this.window.positionOf(donation)
    return this.ranks.countAbove(amountCents) + this.ranks.countAt(amountCents)
  }

  /**
   * Returns the position that an amount would get, and the allowed amounts that would rank higher.
   */
  rank(amountCents: number, limits: QuoteLimits): BareQuote {
    return { version: this.#version, ...quoteRank(this.ranks, amountCents, limits) }
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
