import type { BoardId } from '#contract/boards.ts'
import type { ResultRow, Round, RoundResults } from '#contract/rounds.ts'
import type { OwnById, OwnRank } from '../own/use-own-donations.ts'

/** A place on the board of a round. */
export type RoundPlace = Pick<OwnRank, 'position' | 'amountCents'>

/** The viewer's donations and place in a round, as far as the page knows them. */
export interface OwnInRound {
  donations: OwnById
  /** The viewer's place on the round's board; undefined while it is not known. */
  place: RoundPlace | undefined
  /** True if the viewer left the round's board before its end: others may have passed them since. */
  isOld?: boolean | undefined
  /** The round's board of donors, where the server can be asked for a place that is not known. */
  asks?: BoardId | undefined
}

/** The viewer's own part of a round's results. */
export interface OwnResult {
  /** The ids of their rows. */
  rowIds: ReadonlySet<string>
  /** Their best place; undefined if it is not known, or if they have none. */
  best: RoundPlace | undefined
}

/**
 * Returns which rows of a round's results are the viewer's, and their best place. A donor's row has an
 * id of its own in results, so that nothing tells whose an anonymous one is: viewers find theirs by
 * the place and the sum that they alone are told.
 */
export function findOwnResult(
  { rows, total }: RoundResults,
  { ranks }: Pick<Round, 'ranks'>,
  { donations, place, isOld }: OwnInRound,
): OwnResult {
  const listed = rows.filter(isListed)
  const own = listed.filter((row) =>
    ranks === 'donation' ? donations.has(row.id) : isAt(place, row),
  )
  const [first] = own
  // Results list the highest rows alone; where one of these is another's, the place is an old one.
  const isBelow = place && place.position > listed.length && place.position <= total.count
  const below = isBelow && !isOld ? place : undefined
  return {
    rowIds: new Set(own.map(({ id }) => id)),
    best: first ? { position: first.rank, amountCents: first.amountCents } : below,
  }
}

type ListedRow = ResultRow & { rank: number }

function isListed(row: ResultRow): row is ListedRow {
  return row.rank !== null
}

function isAt(place: RoundPlace | undefined, { rank, amountCents }: ListedRow): boolean {
  return place?.position === rank && place.amountCents === amountCents
}
