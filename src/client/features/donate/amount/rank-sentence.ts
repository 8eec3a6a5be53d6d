import type { RankQuote } from '#contract/leaderboard.ts'
import { formatAmount } from '#contract/money.ts'
import { formatCount } from '#client/lib/format.ts'
import type { OwnPlaces } from '#client/lib/own-places.ts'

/** The sentence about an amount, in parts: position and name are set in type of their own. */
export interface RankSentence {
  opening: string
  position: number
  ending: string
  /** The name of the donor who would be passed, never the viewer; the sentence ends with it. */
  name: string | undefined
}

/**
 * Describes where an amount would land; the donor's places must be those at the quote's version. A donor who has a place is told what becomes of it, or of the
 * best of several, and is never said to pass themselves.
 */
export function describeRank(rank: RankQuote, own: OwnPlaces): RankSentence {
  const { sums, best } = own
  if (sums === undefined || best?.position !== rank.position) return describeLanding(rank, own)
  const { next, team } = sums
  const opening = team === undefined ? 'This adds to your' : `This adds to ${team}, at`
  const ending = next === null ? describeNext(rank) : `; ${formatAmount(next.moreCents)} passes `
  return { opening, position: rank.position, ending, name: next?.name }
}

/** Describes what lands higher, where it is not known whom that passes. */
function describeNext({ next }: RankQuote): string {
  if (next === null) return ''
  return `; ${formatAmount(next.amountCents)} reaches #${formatCount(next.position)}`
}

function describeLanding({ position, passing }: RankQuote, own: OwnPlaces): RankSentence {
  const name = passing === null || own.ids.has(passing.id) ? undefined : passing.name
  if (addsRowAbove({ position, passing }, own)) {
    const ending = ' already; this adds a row above it'
    return { opening: 'You hold', position, ending, name: undefined }
  }
  if (position === 1 && passing === null) {
    return { opening: 'This makes you', position, ending: ' — be the first sun', name }
  }
  const ending = name === undefined ? '' : ', passing '
  return { opening: describeGain(position, own), position, ending, name }
}

/**
 * Returns whether an amount would land right above the donor's best row. Only single donations have
 * a row each: a sum rises.
 */
export function addsRowAbove(
  { position, passing }: Pick<RankQuote, 'position' | 'passing'>,
  { ids, best, sums }: OwnPlaces,
): boolean {
  if (sums !== undefined) return false
  if (best?.position === position) return true
  return passing !== null && ids.has(passing.id) && position < (best?.position ?? Infinity)
}

function describeGain(position: number, own: OwnPlaces): string {
  const { ids, sums, isElsewhere } = own
  if (sums?.team !== undefined) return `This brings ${sums.team} to`
  const best = own.best?.position
  if (best === undefined) {
    if (position === 1) return 'This takes'
    // Their best may stand higher, where it is not known at this version.
    return sums === undefined && ids.size > 0 ? 'This lands at' : 'This puts you at'
  }
  const place = `#${formatCount(best)}`
  if (position < best) return `Your ${place} would become`
  return `${describeBest(isElsewhere)} stays ${place}; this lands at`
}

/** Names what keeps its place: a single donation, which is said where the board ranks sums. */
function describeBest(isElsewhere: OwnPlaces['isElsewhere']): string {
  return isElsewhere ? 'Your best donation' : 'Your best'
}

/** Returns the whole sentence, to be read aloud. */
export function toText({ opening, position, ending, name }: RankSentence): string {
  return `${opening} #${formatCount(position)}${ending}${name ?? ''}`
}
