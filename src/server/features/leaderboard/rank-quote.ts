import type { RankTarget, RankQuote } from '#contract/leaderboard.ts'
import type { ShownDonation } from '#server/features/ledger/ledger.ts'

/** The limits and wanted positions of a rank quote. */
export interface QuoteLimits {
  /** The largest amount that somebody can give. */
  maxCents: number
  positions: readonly number[]
}

export type BareQuote = Omit<RankQuote, 'passing'>

/** The part of a quote that follows from amounts alone. */
type QuotedAmounts = Omit<BareQuote, 'version'>

/** The amounts of a board's rows, in cents; positions count from 1 for the highest. */
export interface RankedAmounts {
  readonly size: number
  countAbove(amountCents: number): number
  smallestAtLeast(amountCents: number): number | undefined
  amountAt(position: number): number
}

/** Returns the position that an amount would get, and the allowed amounts that would rank higher. */
export function quoteRank(
  ranks: RankedAmounts,
  amountCents: number,
  { maxCents, positions }: QuoteLimits,
): QuotedAmounts {
  const position = landingOf(ranks, amountCents)
  const rivalCents = ranks.smallestAtLeast(amountCents)
  const isBeatable = rivalCents !== undefined && rivalCents < maxCents
  return {
    position,
    amountCents,
    next: isBeatable ? targetAbove(ranks, rivalCents) : null,
    aims: listTargets(
      ranks,
      positions.filter((wanted) => wanted < position),
    ).filter((target) => target.amountCents <= maxCents),
  }
}

/** Returns the position that an amount would get, below all that are equal to it. */
export function landingOf(ranks: Pick<RankedAmounts, 'countAbove'>, amountCents: number): number {
  return ranks.countAbove(amountCents - 1) + 1
}

/** Returns the row that somebody would pass, as a quote names it. */
export function toPassing(row: ShownDonation | undefined): RankQuote['passing'] {
  return row === undefined ? null : { id: row.id, name: row.name, amountCents: row.amountCents }
}

/**
 * Returns a target for each position, without duplicates: an amount that passes one of several
 * equal ones passes all of them.
 */
function listTargets(ranks: RankedAmounts, positions: readonly number[]): RankTarget[] {
  const targets: RankTarget[] = []
  for (const wanted of positions.toSorted((a, b) => b - a)) {
    const target = targetAbove(ranks, ranks.amountAt(wanted))
    if (targets.at(-1)?.position !== target.position) targets.push(target)
  }
  return targets
}

/** Returns the smallest amount that ranks above another one, and its position. */
function targetAbove(ranks: RankedAmounts, rivalCents: number): RankTarget {
  const amountCents = rivalCents + 1
  return { position: landingOf(ranks, amountCents), amountCents }
}
