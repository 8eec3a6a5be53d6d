import type { RankTarget, RankQuote, Total } from '#contract/leaderboard.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import type { BoardChange, BoardDonation } from './board-row.ts'
import { RankTree, type AmountCount } from './rank-tree.ts'
import { TopWindow } from './top-window.ts'

/** What the database held at one version. */
export interface BoardState {
  livemode: Livemode
  version: number
  histogram: readonly AmountCount[]
  top: BoardDonation[]
}

/** What is allowed, and what is wanted. */
export interface QuoteLimits {
  /** The most that the host takes for one donation. */
  maxCents: number
  positions: readonly number[]
}

export type BareQuote = Omit<RankQuote, 'passing'>

/**
 * The board of one mode in memory, as it was at one version: how many donations there are of each
 * amount, the sums, and the highest rows. The other rows stay in the database.
 */
export class Board {
  readonly livemode: Livemode
  readonly ranks: RankTree
  readonly window = new TopWindow()
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
    this.#version = change.version
  }

  /** Where an amount would land, and what lands higher of all that is allowed. */
  rank(amountCents: number, { maxCents, positions }: QuoteLimits): BareQuote {
    const position = this.ranks.countAbove(amountCents - 1) + 1
    const rivalCents = this.ranks.smallestAtLeast(amountCents)
    const isBeatable = rivalCents !== undefined && rivalCents < maxCents
    return {
      position,
      amountCents,
      next: isBeatable ? this.#passing(rivalCents) : null,
      aims: this.#aims(positions.filter((wanted) => wanted < position)).filter(
        (aim) => aim.amountCents <= maxCents,
      ),
    }
  }

  /** Each place once: from behind equals one lands in front of all of them. */
  #aims(positions: readonly number[]): RankTarget[] {
    const aims: RankTarget[] = []
    for (const wanted of positions.toSorted((a, b) => b - a)) {
      const aim = this.#passing(this.ranks.amountAt(wanted))
      if (aims.at(-1)?.position !== aim.position) aims.push(aim)
    }
    return aims
  }

  /** The least that lands in front of an amount. */
  #passing(rivalCents: number): RankTarget {
    return { position: this.ranks.countAbove(rivalCents) + 1, amountCents: rivalCents + 1 }
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
