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
  const former = useFormerPlace({ id: round.id, place, isOld: board === null })
  return ({ id, ranks }) => {
    if (id !== round.id) {
      return former?.id === id ? { ...former, donations } : { donations, place: undefined }
    }
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
  /** True while the round's board is not shown. */
  isOld: boolean
}

/** Returns the last place in the round before. */
function useFormerPlace(now: PlaceIn): PlaceIn | undefined {
  const [known, setKnown] = useState<{ last: PlaceIn; former?: PlaceIn | undefined }>({ last: now })
  const isNext = known.last.id !== now.id
  const former = isNext ? known.last : known.former
  const last = now.isOld && !isNext ? { ...known.last, isOld: true } : now
  if (!isSame(known.last, last)) setKnown({ last, former })
  return former
}

function isSame(one: PlaceIn, other: PlaceIn): boolean {
  return (
    one.id === other.id &&
    one.isOld === other.isOld &&
    one.place?.position === other.place?.position &&
    one.place?.amountCents === other.place?.amountCents
  )
}
