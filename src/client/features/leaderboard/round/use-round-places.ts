import { useState } from 'react'
import type { Round } from '#contract/rounds.ts'
import { useSession } from '#client/lib/session.ts'
import type { BoardView } from '../live/leaderboard-view.ts'
import { findLoaded, type OwnById, type OwnRank } from '../own/use-own-donations.ts'
import type { OwnInRound, RoundPlace } from './own-result.ts'

/** The viewer's donations, and their place on the board that is shown. */
export interface OwnShown {
  donations: OwnById
  ownRank: OwnRank | null
}

/**
 * Returns a function that tells what the page knows of the viewer in a round: the current one, whose
 * board is null while another is shown, or the one before. The next round may take the board over at
 * once, so the last places that it had are kept.
 */
export function useRoundPlaces(
  round: Round,
  board: BoardView | null,
  own: OwnShown,
): (round: Round) => OwnInRound {
  const { donations } = own
  const isSignedIn = useSession().state === 'signed-in'
  const place = board === null ? undefined : findPlace(round, board, own)
  const former = useFormerPlace(round.id, place)
  return ({ id, ranks }) => {
    if (id !== round.id) return { donations, place: former?.id === id ? former.place : undefined }
    const isAsked = isSignedIn && board === null && ranks === 'donor'
    return { donations, place, asks: isAsked ? 'donors-round' : undefined }
  }
}

function findPlace(
  { ranks }: Round,
  board: BoardView,
  { donations, ownRank }: OwnShown,
): RoundPlace | undefined {
  const isOfDonors = ranks === 'donor'
  return (isOfDonors ? ownRank : findLoaded(board, donations)?.ownRank) ?? undefined
}

interface PlaceIn {
  /** The id of the round. */
  id: string
  place: RoundPlace | undefined
}

/** Returns the last place in the round before. */
function useFormerPlace(id: string, place: RoundPlace | undefined): PlaceIn | undefined {
  const [known, setKnown] = useState<PlaceIn & { former?: PlaceIn | undefined }>({ id, place })
  const former = known.id === id ? known.former : known
  if (known.id !== id || !isSame(known.place, place)) setKnown({ id, place, former })
  return former
}

function isSame(one: RoundPlace | undefined, other: RoundPlace | undefined): boolean {
  return one?.position === other?.position && one?.amountCents === other?.amountCents
}
