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
 * Describes where an amount would land. A donor who has a place is told what becomes of it, or of the
 * best of several, and is never said to pass themselves.
 */
export function describeRank(rank: RankQuote, own: OwnPlaces): RankSentence {
  const { sums, best } = own
  if (sums === undefined || best?.position !== rank.position) return describeLanding(rank, own)
  const { next, team } = sums
  const ending = next === null ? '' : `; ${formatAmount(next.moreCents)} passes `
  const opening = team === undefined ? 'This adds to your' : `This adds to ${team}, at`
  return { opening, position: rank.position, ending, name: next?.name }
}

function describeLanding({ position, passing }: RankQuote, own: OwnPlaces): RankSentence {
  const best = own.best?.position
  const isOwn = passing !== null && own.ids.has(passing.id)
  const name = isOwn ? undefined : passing?.name
  if (best === position || (isOwn && position < (best ?? Infinity))) {
    const ending = ' already. This adds a row above it'
    return { opening: 'You hold', position, ending, name: undefined }
  }
  if (position === 1 && passing === null) {
    return { opening: 'This makes you', position, ending: ' — be the first sun', name }
  }
  const ending = name === undefined ? '' : ', passing '
  return { opening: describeGain(position, own), position, ending, name }
}

function describeGain(position: number, { best: own, sums }: OwnPlaces): string {
  if (sums?.team !== undefined) return `This brings ${sums.team} to`
  const best = own?.position
  if (best === undefined) return position === 1 ? 'This takes' : 'This puts you at'
  const place = `#${formatCount(best)}`
  return position < best ? `Your ${place} would become` : `Your best stays ${place}. This lands at`
}

/** Returns the whole sentence, to be read aloud. */
export function toText({ opening, position, ending, name }: RankSentence): string {
  return `${opening} #${formatCount(position)}${ending}${name ?? ''}`
}
