import { useEffect } from 'react'
import type { BoardId } from '#contract/boards.ts'
import { publishOwnPlaces, publishPlacesVersion, type OwnSums } from '#client/lib/own-places.ts'
import type { OwnById, OwnRank } from './use-own-donations.ts'

export interface PublishedPlaces {
  own: OwnById
  ownRank: OwnRank | null
  /** The board of donors that they are on; undefined if the places are those of donations. */
  board?: BoardId | undefined
  /** The board of donations that they are on, unless that of all. */
  spanBoard?: BoardId | undefined
  /** True if another board is shown than that of these places. */
  isElsewhere?: boolean | undefined
  /** True where what is given counts for teams alone. */
  isForTeams?: boolean | undefined
  /** True there, if the viewer is in none. */
  isTeamless?: boolean | undefined
  next?: OwnSums['next'] | undefined
  /** The name of the viewer's team, if the board is of teams; null if they are in none. */
  team?: string | null | undefined
  /** The version of the board that has these places; undefined if they are not from its rows. */
  version?: number | undefined
}

/** Tells the rest of the page which places on the board are the viewer's own. */
export function usePublishedPlaces(places: PublishedPlaces): void {
  const { own, ownRank, board, spanBoard, isElsewhere, next, team, version } = places
  const { isForTeams, isTeamless } = places
  const position = ownRank?.position
  const amountCents = ownRank?.amountCents
  const { moreCents, name } = next ?? {}

  useEffect(() => {
    const best =
      position === undefined || amountCents === undefined ? null : { position, amountCents }
    const above = moreCents === undefined || name === undefined ? null : { moreCents, name }
    const sums = board && { sums: { board, next: above, team: team ?? undefined } }
    const ids = new Set(own.keys())
    const options = { isElsewhere, isForTeams, isTeamless }
    publishOwnPlaces({ ids, best, board: spanBoard, ...options, ...sums })
  }, [
    own,
    position,
    amountCents,
    board,
    spanBoard,
    isElsewhere,
    isForTeams,
    isTeamless,
    moreCents,
    name,
    team,
  ])

  // After the places, and so of this rendering.
  useEffect(() => publishPlacesVersion(version))
}
