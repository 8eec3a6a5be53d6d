import { titleOf } from '#contract/crown-rules.ts'
import type { Recap } from '#contract/crowns.ts'
import { findOwnCrowns, findStand, type ShownRounds } from '#contract/recap-stand.ts'
import type { SharedRank } from '../shared-ranks.ts'

/** A rank as a card shows it, with the line at its foot. */
export interface RankShown {
  rank: SharedRank
  line: string
}

/**
 * Returns the first place of a round with its other crowns there, and a line that says of which;
 * undefined without any.
 */
export function toRoundCard(
  { round, total, crowns, ...recap }: Recap,
  { line, shown }: { line: string; shown: ShownRounds },
): RankShown | undefined {
  const stand = findStand({ round, ...recap }, shown)
  if (stand === undefined || round === null) return undefined
  const { name, amountCents, hasWon } = stand
  const titles = findOwnCrowns({ crowns }).map(({ kind }) => titleOf(kind, true))
  return {
    rank: {
      name,
      amountCents,
      position: 1,
      count: total.count,
      ...(titles[0] && { crowns: titles }),
    },
    line: `${hasWon ? 'Won' : 'Leads'} “${round.name}” · ${line}`,
  }
}
