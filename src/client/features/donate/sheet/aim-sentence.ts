import type { RankQuote, RankTarget } from '#contract/leaderboard.ts'
import { formatAmount } from '#contract/money.ts'
import { nameRanked } from '#client/lib/board-names.ts'
import { formatCount } from '#client/lib/format.ts'
import { boardOf, type OwnPlaces, type OwnSums } from '#client/lib/own-places.ts'
import { addsRowAbove } from '../amount/rank-sentence.ts'

/** A place that costs no more than this above the chosen amount is worth a word, cents. */
const NEAR_CENTS = 100

/** The closed sheet's two lines about an amount: 'puts you at' #15, and 'Passing ' Pia. */
export interface AimSentence {
  verb: string
  position: number
  /** The second line, and a name that it ends with; never the viewer's. */
  more: string
  name?: string
}

/** Describes in two short lines where an amount would land, and what is near. */
export function describeAim(rank: RankQuote, own: OwnPlaces): AimSentence {
  const { position } = rank
  const best = own.best?.position
  const among = own.isElsewhere ? { more: `among ${nameRanked(boardOf(own))}` } : undefined
  if (own.sums && position === best) {
    return { verb: 'adds to your', position, ...(among ?? describeSumNext(own.sums, rank)) }
  }
  if (addsRowAbove(rank, own)) {
    return { verb: 'lands just above your', position, more: describeNext(rank, best) }
  }
  const isBelowBest = best !== undefined && position > best
  if (among !== undefined) {
    const verb = isBelowBest ? 'lands at' : describeGain(position, own)
    return { verb, position, ...among }
  }
  if (isBelowBest) {
    return { verb: 'lands at', position, more: `Your best stays #${formatCount(best)}` }
  }
  const more = isUnknown(own) ? describePassed(rank, own) : describeMore(rank, best)
  return { verb: describeGain(position, own), position, ...more }
}

/** Returns whether the donor has rows, and none of them is known at the quote's version. */
function isUnknown({ best, ids, sums }: OwnPlaces): boolean {
  return best === null && sums === undefined && ids.size > 0
}

/** Describes whom the amount passes, unless that is the donor; the next place may be theirs. */
function describePassed({ passing }: RankQuote, { ids }: OwnPlaces) {
  if (passing === null || ids.has(passing.id)) return { more: '' }
  return { more: 'Passing ', name: passing.name }
}

/** Describes what is near, or else whom the amount passes; the donor is not among them here. */
function describeMore(rank: RankQuote, best: number | undefined): { more: string; name?: string } {
  const near = describeNear(rank, best)
  if (near === '' && rank.passing !== null) return { more: 'Passing ', name: rank.passing.name }
  return { more: near === '' ? describeNext(rank, best) : near }
}

/** Describes what passes the row above the donor's sum. */
function describeSumNext({ next }: OwnSums, rank: RankQuote): Pick<AimSentence, 'more' | 'name'> {
  if (next === null) return { more: describeNext(rank, undefined) || describeTop(rank) }
  return { more: `${formatAmount(next.moreCents)} passes `, name: next.name }
}

/** Says so of the first place; above another nothing that may be paid lands. */
function describeTop({ position }: RankQuote): string {
  return position === 1 ? 'Nobody stands above you' : ''
}

function describeGain(position: number, own: OwnPlaces): string {
  if (own.best !== null) return `turns your #${formatCount(own.best.position)} into`
  if (position === 1) return 'takes'
  // Their best may stand higher.
  return isUnknown(own) ? 'lands at' : 'puts you at'
}

function describeNear(rank: RankQuote, best: number | undefined): string {
  const next = findNext(rank, best)
  const moreCents = next ? next.amountCents - rank.amountCents : Infinity
  if (next === undefined || moreCents > NEAR_CENTS) return ''
  const more = moreCents === 1 ? 'One cent' : formatAmount(moreCents)
  return `${more} more reaches #${formatCount(next.position)}`
}

function describeNext(rank: RankQuote, best: number | undefined): string {
  const next = findNext(rank, best)
  return next ? `${formatAmount(next.amountCents)} reaches #${formatCount(next.position)}` : ''
}

/** Returns the next place, unless the donor holds it or a better one. */
function findNext({ next }: RankQuote, best: number | undefined): RankTarget | undefined {
  return next !== null && next.position < (best ?? Infinity) ? next : undefined
}
