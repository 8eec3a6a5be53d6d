import type { RankTarget } from '#contract/leaderboard.ts'
import { toPayable } from '#client/lib/offers.ts'
import type { OwnPlaces } from '#client/lib/own-places.ts'
import { useRankQuote } from '../amount/use-rank-quote.ts'
import { chooseRungs, ladderPositions } from './rungs.ts'

/** The places above the donor's, with their prices. */
export interface Ladder {
  /** The place at the foot: the donor's best, or the one of the chosen amount if that is better. */
  place: number
  /** True if the donor holds that place already. */
  isHeld: boolean
  /** The amount that was or would be paid for that place. */
  amountCents: number
  /** The highest first. */
  rungs: readonly RankTarget[]
  /** True if the rungs' amounts add to the donor's sum, which is then the held place's. */
  isSum: boolean
  /** True if places are left out since the donor may not give so much now. */
  isLimited: boolean
}

interface LadderOptions {
  limits: { minCents: number; maxCents: number }
  /** The most that the donor may give now, in cents. */
  mostCents?: number | undefined
  isConfirming: boolean
  /** The place of the chosen amount, once it is known. */
  chosen: { position: number; amountCents: number } | undefined
  own: OwnPlaces
  /** True if the donor has chosen the amount. */
  isChosen: boolean
}

/**
 * Returns the ladder above the donor; undefined until its prices are known, and for whoever has no
 * place among teams. Every rung is better than the donor's best place, so that nobody is offered to
 * pass themselves.
 */
export function useLadder({
  limits,
  mostCents = Infinity,
  isConfirming,
  chosen,
  own,
  isChosen,
}: LadderOptions) {
  const foot = findFoot(chosen, own)
  const positions = foot && ladderPositions(foot.position)
  const amountCents = foot && limits.minCents
  const { quote, lastRankQuote } = useRankQuote(amountCents, isConfirming, {
    positions,
    own,
    isChosen,
  })
  // Prices for another place may include the donor's own, which somebody has passed meanwhile.
  const rank = own.best === null ? lastRankQuote : readyRank(quote)
  if (foot === undefined || rank === undefined) return undefined
  const payable = toPayableTargets(rank.aims, limits)
  const reached = payable.filter(({ amountCents: cents }) => cents <= mostCents)
  const ladder: Ladder = {
    place: foot.position,
    isHeld: foot === own.best,
    amountCents: foot.amountCents,
    rungs: chooseRungs(reached, foot.position),
    isSum: own.sums !== undefined && own.best !== null,
    isLimited: reached.length < payable.length,
  }
  return ladder
}

/**
 * Returns the targets that one donation reaches. What adds to a sum may be less than the minimum,
 * which then reaches the best of those places.
 */
function toPayableTargets(
  aims: readonly RankTarget[],
  limits: LadderOptions['limits'],
): RankTarget[] {
  const best = new Map<number, RankTarget>()
  for (const { position, amountCents } of aims.toSorted((a, b) => b.position - a.position)) {
    const payable = toPayable(amountCents, limits)
    if (payable !== undefined) best.set(payable, { position, amountCents: payable })
  }
  return [...best.values()]
}

function findFoot(chosen: LadderOptions['chosen'], { best, isTeamless }: OwnPlaces) {
  if (isTeamless) return undefined
  if (best === null) return chosen
  return chosen !== undefined && chosen.position < best.position ? chosen : best
}

function readyRank(quote: ReturnType<typeof useRankQuote>['quote']) {
  return quote.state === 'ready' ? quote.rank : undefined
}
