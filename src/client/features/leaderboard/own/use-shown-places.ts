import { useState } from 'react'
import { describeBoard, type BoardId } from '#contract/boards.ts'
import type { OwnSum } from './own-sum.ts'
import { findLoaded, type OwnById, type OwnRank } from './use-own-donations.ts'
import type { ShownBoard } from '../boards/use-shown-board.ts'
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
  const { shown, isDefault, donorId, own, ownRank, version } = options
  const [lastSum, setSum] = useState<OwnSum>()
  const { ranks } = describeBoard(shown.id)
  const other = donorId === undefined || isDefault ? undefined : shown.id
  const [summed, spanned] = ranks === 'donation' ? [undefined, other] : [other, undefined]
  const sum = summed !== undefined && lastSum?.board === summed ? lastSum : undefined
  // A place on the default board is none on another, but a row is a row.
  const elsewhere = spanned === undefined ? (sum ?? NOWHERE) : { own, ownRank: null }
  const places: PublishedPlaces = isDefault ? { own, ownRank } : elsewhere
  const published = toPublished({ own, ownRank, version }, summed, sum)
  const inSpan = useInSpan(options, spanned)
  usePublishedPlaces(inSpan ?? { ...published, isElsewhere: other !== published.board })
  const shared = ranks === 'donor' ? toShared(ownRank, sum) : ownRank
  return { ...places, summed, setSum, shared }
}

/**
 * Returns the places on a board of some donations, as far as its loaded rows tell; undefined without
 * one, and while nothing counts on it.
 */
function useInSpan({ shown, own }: ShownPlacesOptions, spanBoard: BoardId | undefined) {
  const isCounting = useIsCounting(shown)
  if (spanBoard === undefined || !isCounting) return undefined
  return { own, ownRank: null, ...findLoaded(shown.view.board, own), spanBoard }
}

/**
 * Returns the places that what is given changes: those of single donations, or the sum on the shown
 * board. It adds to no average, and without a team to that of none.
 */
function toPublished(
  donations: PublishedPlaces,
  summed: BoardId | undefined,
  sum: OwnSum | undefined,
): PublishedPlaces {
  const ranks = summed && describeBoard(summed).ranks
  if (ranks === undefined || ranks === 'team-average' || sum?.team === null) return donations
  return { own: NOWHERE.own, ownRank: null, ...sum, board: summed }
}

/** Returns the rank to share, with that of the sum if there is one. */
function toShared(ownRank: OwnRank | null, sum: OwnSum | undefined): OwnRank | null {
  if (ownRank === null || !sum?.ownRank) return ownRank
  return { ...ownRank, sum: { ...sum.ownRank, board: sum.board } }
}
