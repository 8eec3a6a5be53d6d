import { formatTimeAgo } from '#client/lib/format.ts'
import type { OwnDonation } from '#contract/checkouts.ts'
import type { PublicDonation } from '#contract/donations.ts'
import { ANONYMOUS, HELD_NAME } from '#contract/stand-in-names.ts'
import { PODIUM_PLACES } from '../geometry/row-height.ts'
import type { BoardView } from '../live/leaderboard-view.ts'
import type { OwnById, OwnRank } from '../own/use-own-donations.ts'

/**
 * Says whether a row with the same amount as its neighbour is the earlier one, which stands higher,
 * or the later one.
 */
export type Tie = 'earlier' | 'later' | null

/**
 * The places won since the viewer came; `new` for a row that came since. Negative, places lost, in
 * the viewer's own rows alone: every newcomer pushes all others down, which says nothing of them.
 */
export type RankChange = number | 'new'

/** One row of the board with all that it shows; plain values, so that `memo` can compare rows. */
export interface RowView {
  donation: PublicDonation
  position: number
  /** The number of rows of the whole list. */
  size: number
  timeAgo: string
  tie: Tie
  rankChange: RankChange
  /** The length of the row's light, 0 to 1: see `findLight`. */
  light: number
  /** The distance to the amount of the row above; 0 for the first, and of equal amounts. */
  behindCents: number
  /** True for one of the viewer's own donations. */
  own: boolean
  /** True if name and message are the viewer's own, which nobody else sees yet. */
  held: boolean
  /** Called when the viewer wants to share their rank; given for one of their rows only. */
  onShare?: (() => void) | undefined
}

export interface RowContext {
  board: BoardView
  size: number
  /** Unix ms. */
  now: number
  own: OwnById
  ownRank: OwnRank | null
  onShare: () => void
}

/** Builds the view of a row; undefined if the row has not been loaded. */
export function toRowView(index: number, context: RowContext): RowView | undefined {
  const { board, size, now, own, ownRank, onShare } = context
  const donation = board.rows[index]
  if (donation === undefined) return undefined
  const { id } = donation
  const heldTexts = findHeldTexts(donation, own.get(id))
  return {
    donation: heldTexts === null ? donation : { ...donation, ...heldTexts },
    held: heldTexts !== null,
    position: index + 1,
    size,
    timeAgo: formatTimeAgo(Date.parse(donation.timestamp), now),
    tie: findTie(board.rows, index),
    rankChange: findRankChange(board.firstPositions, { id, position: index + 1, own: own.has(id) }),
    light: findLight(board.rows, donation),
    behindCents: (board.rows[index - 1] ?? donation).amountCents - donation.amountCents,
    own: own.has(id),
    onShare: ownRank?.id === id ? onShare : undefined,
  }
}

/**
 * Returns one's own name and message if they wait for approval. What the server said of them may be
 * outdated: the board tells whether they are still held.
 */
function findHeldTexts(
  { name, message }: PublicDonation,
  own: OwnDonation | undefined,
): Pick<PublicDonation, 'name' | 'message'> | null {
  if (own?.texts?.state !== 'waiting' || own.name === null) return null
  const standIn = own.texts.anonymous ? ANONYMOUS : HELD_NAME
  const isHeld = name === standIn && message === undefined
  return isHeld ? { name: own.name, ...(own.message && { message: own.message }) } : null
}

export function findTie(rows: readonly PublicDonation[], index: number): Tie {
  const amountCents = rows[index]?.amountCents
  if (rows[index - 1]?.amountCents === amountCents) return 'later'
  return rows[index + 1]?.amountCents === amountCents ? 'earlier' : null
}

/** The shortest light: a shorter one looks like a speck of dust. */
const MIN_LIGHT = 0.05

/**
 * Returns the length of a row's light: the square root of its share of the first row below the
 * podium, whose suns have none. One that is far ahead of all others dims none of them there. That
 * first amount is rounded to two digits, so that not every change of it moves the lights of all.
 */
function findLight(rows: readonly PublicDonation[], { amountCents }: PublicDonation): number {
  const longest = Math.max(
    amountCents,
    Number(rows[PODIUM_PLACES]?.amountCents.toPrecision(2) ?? 0),
  )
  const light = Math.round(100 * Math.sqrt(amountCents / longest)) / 100
  return light < MIN_LIGHT ? 0 : light
}

function findRankChange(
  firstPositions: BoardView['firstPositions'],
  { id, position, own }: { id: string; position: number; own: boolean },
): RankChange {
  const firstPosition = firstPositions.get(id)
  if (firstPosition === null) return 'new'
  const won = firstPosition === undefined ? 0 : firstPosition - position
  return own ? won : Math.max(0, won)
}
