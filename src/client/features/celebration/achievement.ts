import { stopAfter } from '#contract/full-stop.ts'
import type { BoardId } from '#contract/boards.ts'
import type { MatchedDonation } from '#contract/matches.ts'
import { formatAmount } from '#contract/money.ts'
import { nameRanked } from '#client/lib/board-names.ts'
import { formatCount } from '#client/lib/format.ts'
import { findMoreCents, type Limits } from '#client/lib/offers.ts'
import type { WonCrown } from './won-crowns.ts'

/** The achievement of a donation; each is celebrated with its own light. */
export type Achievement = 'joined' | 'top-ten' | 'third' | 'second' | 'first'

/** A donation compared with all others; a missing fact is not known. */
export interface Comparison {
  /** The count of other donors' donations below it. */
  passedCount?: number
  /** The best position among the donor's other donations. */
  ownBest?: number
  /** True if the donor had donated before. */
  isReturning: boolean
  /** The donor's sum and place on the campaign's first board of donors, if there is one. */
  sum?: SumPlace
  /** True where donors rank: what is told is the place of the sum, and not the donation's. */
  ranksDonors?: boolean
  /** The donor's crowns, if there are any. */
  crowns?: readonly WonCrown[]
  /** The matches that have added to it, or were about to. */
  matched?: readonly MatchedDonation[]
}

/** The place of a donor on a board of donors. */
export interface SumPlace {
  /** The id of the donor's row. */
  id: string
  board: BoardId
  position: number
  amountCents: number
  above: { name: string; amountCents: number } | null
}

const PODIUM = ['first', 'second', 'third'] as const
const TOP_TEN = 10

/** Returns the achievement of a position, from 1; null if the board does not show the donation. */
export function achievementOf(position: number | null): Achievement {
  if (position === null || position > TOP_TEN) return 'joined'
  return PODIUM[position - 1] ?? 'top-ten'
}

/** Returns the sentences about the position; undefined if there are none. */
export function describeAchievement(
  position: number | null,
  { passedCount, ownBest }: Pick<Comparison, 'passedCount' | 'ownBest'>,
): string | undefined {
  if (position === null) return undefined
  if (ownBest === undefined) return describePlace(position, passedCount)
  if (ownBest < position)
    return `${describeLowerPlace(position, passedCount)} Your best stays ${place(ownBest)}.`
  return describeNewBest(position, ownBest)
}

function describePlace(position: number, passedCount: number | undefined): string {
  const passed = passedCount ? `You passed ${countDonations(passedCount)} and` : 'You'
  const isOnlyOne = position === 1 && passedCount === 0
  return {
    joined: `${passed} stand at ${place(position)}.`,
    'top-ten': passedCount
      ? `You passed ${countDonations(passedCount)} and entered the top ten at ${place(position)}.`
      : `You are in the top ten, at ${place(position)}.`,
    third: `${passed} took ${place(position)}. ${SUNS.third}`,
    second: `${passed} took ${place(position)}. ${SUNS.second}`,
    first: `${passed} took ${place(position)}${isOnlyOne ? ', the first of all' : ''}. ${SUNS.first}`,
  }[achievementOf(position)]
}

/** Describes a donation below the donor's best, which is not what they climbed to. */
function describeLowerPlace(position: number, passedCount: number | undefined): string {
  const passed = passedCount ? ` passed ${countDonations(passedCount)} and` : ''
  return `This one${passed} stands at ${place(position)}.`
}

/** Describes the new best of a donor, whose former best has moved down by one place. */
function describeNewBest(position: number, formerBest: number): string {
  const from = formerBest - 1
  const climb = from - position
  const places = climb === 1 ? 'a place' : `${formatCount(climb)} places`
  const what =
    climb === 0
      ? `You raised your own ${place(position)}.`
      : `You climbed ${places}, from ${place(from)} to ${place(position)}.`
  const sun = SUNS[achievementOf(position)]
  return sun === '' ? what : `${what} ${sun}`
}

/** Returns the sentences about the donor's sum, and whom more would pass. */
export function describeSum(
  { board, position, amountCents, above }: SumPlace,
  limits: Limits,
): string {
  const sum = formatAmount(amountCents).replace(/\.00$/, '')
  const stand = `With ${sum} in all you are ${place(position)} of ${nameRanked(board)}`
  const moreCents = above === null ? undefined : findMoreCents({ amountCents }, above, limits)
  if (above === null || moreCents === undefined) return `${stand}.`
  return `${stand}; ${formatAmount(moreCents)} more passes ${above.name}${stopAfter(above.name)}`
}

/** Returns the sentences about the place of the donor's sum, where donors rank. */
export function describeSumPlace(sum: SumPlace, limits: Limits): string {
  const sun = SUNS[achievementOf(sum.position)]
  const told = describeSum(sum, limits)
  return sun === '' ? told : `${told} ${sun}`
}

const SUNS: Record<Achievement, string> = {
  joined: '',
  'top-ten': '',
  third: 'The third sun is yours.',
  second: 'Only one sun is brighter.',
  first: 'The galaxy turns around you.',
}

function place(position: number): string {
  return `#${formatCount(position)}`
}

function countDonations(n: number): string {
  return n === 1 ? 'one donation' : `${formatCount(n)} donations`
}
