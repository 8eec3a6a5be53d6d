import { useState } from 'react'
import type { BoardId } from '#contract/boards.ts'
import type { OwnSum } from './own-sum.ts'
import type { OwnById, OwnRank } from './use-own-donations.ts'
import { usePublishedPlaces, type PublishedPlaces } from './use-published-places.ts'

interface ShownPlacesOptions {
  /** The board that the viewer looks at. */
  boardId: BoardId
  isDefault: boolean
  isSignedIn: boolean
  /** The viewer's donations on the default board. */
  own: OwnById
  ownRank: OwnRank | null
}

const NOWHERE: PublishedPlaces = { own: new Map(), ownRank: null }

/** Returns which rows of the shown board are the viewer's own, and tells the rest of the page. */
export function useShownPlaces(options: ShownPlacesOptions) {
  const { boardId, isDefault, isSignedIn, own, ownRank } = options
  const [lastSum, setSum] = useState<OwnSum>()
  const summed = isSignedIn && boardId.startsWith('donors') ? boardId : undefined
  const sum = summed !== undefined && lastSum?.board === summed ? lastSum : undefined
  // A place on the default board is none on another.
  const places: PublishedPlaces = isDefault ? { own, ownRank } : (sum ?? NOWHERE)
  usePublishedPlaces(summed === undefined ? { own, ownRank } : { ...places, board: summed })
  const shared: OwnRank | null =
    ownRank && sum?.ownRank ? { ...ownRank, sum: { ...sum.ownRank, board: sum.board } } : ownRank
  return { ...places, summed, setSum, shared }
}
