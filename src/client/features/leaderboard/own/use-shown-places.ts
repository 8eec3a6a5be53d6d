import { useMemo, useState } from 'react'
import { describeBoard, type BoardId } from '#contract/boards.ts'
import type { OwnDonation } from '#contract/checkouts.ts'
import type { OwnSum } from './own-sum.ts'
import { findLoaded, type OwnById, type OwnRank } from './use-own-donations.ts'
import { roundOf, type ShownBoard } from '../boards/use-shown-board.ts'
import { useIsCounting } from '../round/use-is-counting.ts'
import { usePublishedPlaces, type PublishedPlaces } from './use-published-places.ts'

interface ShownPlacesOptions {
  /** The board that the viewer looks at. */
  shown: ShownBoard
  isDefault: boolean
  /** The account of the signed-in viewer. */
  donorId: string | undefined
  /** The viewer's donations on the default board. */
  own: OwnById
  ownRank: OwnRank | null
  /** The version of the default board that has this rank; undefined if it is not from its rows. */
  version: number | undefined
}

const NOWHERE: PublishedPlaces = { own: new Map(), ownRank: null }

/** Returns which rows of the shown board are the viewer's own, and tells the rest of the page. */
export function useShownPlaces(options: ShownPlacesOptions) {
  const { shown, isDefault, donorId, ownRank } = options
  const [lastSum, setSum] = useState<OwnSum>()
  const { ranks } = describeBoard(shown.id)
  const other = donorId === undefined || isDefault ? undefined : shown.id
  const [summed, spanned] = ranks === 'donation' ? [undefined, other] : [other, undefined]
  const known = summed !== undefined && lastSum?.board === summed ? lastSum : undefined
  const sum = useMemo(
    () => (known && ranks === 'donor' ? withOwnName(known, options.own) : known),
    [known, ranks, options.own],
  )
  const { next, ...places } = findShown(options, { spanned, sum })
  const isCounting = useIsCounting(roundOf(shown))
  // While nothing counts on the shown board, a place there could not be kept.
  const published = findPublished(options, isCounting ? { summed, spanned, sum } : {})
  // Links show donations also while sums are shown here.
  const own = useMemo(
    () => new Map([...options.own, ...published.own]),
    [options.own, published.own],
  )
  usePublishedPlaces({
    ...published,
    own,
    isElsewhere: other !== (published.spanBoard ?? published.board),
  })
  const shared = ranks === 'donor' ? toShared(ownRank, sum) : ownRank
  return { ...places, next: isCounting ? next : next && null, summed, setSum, shared, isCounting }
}

/** Lets viewers read their latest name that waits for approval in the row of their sum, too. */
function withOwnName(sum: OwnSum, own: OwnById): OwnSum {
  const waiting = [...own.values()].filter(
    (one) => one?.texts?.state === 'waiting' && !one.texts.anonymous,
  )
  const latest = waiting.toSorted((a, b) => compareTimes(a, b)).at(-1)
  if (latest === undefined) return sum
  // The row of a sum has no message.
  const { message: _message, ...named } = latest
  return { ...sum, own: new Map([...sum.own.keys()].map((id) => [id, named])) }
}

function compareTimes(a: OwnDonation | undefined, b: OwnDonation | undefined): number {
  return (a?.timestamp ?? '').localeCompare(b?.timestamp ?? '')
}

interface BoardPlaces {
  /** The board of sums that is shown, and the viewer's sum there. */
  summed?: BoardId | undefined
  sum?: OwnSum | undefined
  /** The board of some donations that is shown. */
  spanned?: BoardId | undefined
}

/** Returns the rows of the shown board that are the viewer's own, and their place there. */
function findShown(
  { isDefault, own, ownRank }: ShownPlacesOptions,
  { spanned, sum }: BoardPlaces,
): PublishedPlaces {
  if (isDefault) return { own, ownRank }
  // A place on the default board is none on another, but a row is a row.
  return spanned === undefined ? (sum ?? NOWHERE) : { own, ownRank: null }
}

/**
 * Returns the places that what is given changes: those of the shown board's donations, as far as its
 * loaded rows tell, or the sum there, or those among all donations. What is given adds to no average,
 * and without a team to the sum of none.
 */
function findPublished(
  { shown, own, ownRank, version }: ShownPlacesOptions,
  { summed, sum, spanned }: BoardPlaces,
): PublishedPlaces {
  if (spanned !== undefined) {
    return { own, ownRank: null, ...findLoaded(shown.view.board, own), spanBoard: spanned }
  }
  const ranks = summed && describeBoard(summed).ranks
  if (ranks === undefined || ranks === 'team-average' || sum?.team === null) {
    return { own, ownRank, version }
  }
  return { own: NOWHERE.own, ownRank: null, ...sum, board: summed }
}

/** Returns the rank to share, with that of the sum if there is one. */
function toShared(ownRank: OwnRank | null, sum: OwnSum | undefined): OwnRank | null {
  if (ownRank === null || !sum?.ownRank) return ownRank
  return { ...ownRank, sum: { ...sum.ownRank, board: sum.board } }
}
