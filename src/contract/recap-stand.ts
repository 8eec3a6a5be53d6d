import type { Campaign } from './campaign.ts'
import type { Crown, Recap } from './crowns.ts'

/** The first place at the end of a recap. */
export interface Stand {
  name: string
  amountCents: number
  /** True if the results of the round are recorded, and no payment that counts is on its way. */
  hasWon: boolean
}

/** The rounds that the page shows, as the campaign has them. */
export type ShownRounds = Pick<Campaign, 'round' | 'lastRound'>

/** Returns the payments that may still change who has won a round; undefined for none. */
export function findWaiting(
  { round, lastRound }: ShownRounds,
  roundId: string | undefined,
): number | undefined {
  return [round, lastRound].find((one) => one?.id === roundId)?.waiting
}

/** Returns who is first at the end of a recap; undefined if nobody has given. */
export function findStand(
  { round, reigns, course }: Pick<Recap, 'round' | 'reigns' | 'course'>,
  shown: ShownRounds,
): Stand | undefined {
  const reign = reigns.at(-1)
  if (reign === undefined) return undefined
  const amountCents = course.at(-1)?.cents[0] ?? reign.value
  const isOver = round !== null && round.results !== null
  const hasWon = isOver && findWaiting(shown, round.id) === undefined
  return { name: reign.name, amountCents, hasWon }
}

/**
 * Returns what is to be said of a round that is over and in which no donation counts, without a full
 * stop. Results that were recorded anew had one, whose money has gone back.
 */
export function tellNobody({ round }: Pick<Recap, 'round'>): string {
  const hadSome = round !== null && (round.results ?? 0) > 1
  return hadSome ? 'No donation of this round counts any more' : 'Nobody donated in this round'
}

/** Returns the crowns of whoever is first, besides that of the first place itself. */
export function findOwnCrowns({ crowns }: Pick<Recap, 'crowns'>): Crown[] {
  const first = crowns.find(({ kind }) => kind === 'reigning')
  return crowns.filter(
    ({ kind, rows }) => kind !== 'reigning' && first?.rows.some((row) => rows.includes(row)),
  )
}
