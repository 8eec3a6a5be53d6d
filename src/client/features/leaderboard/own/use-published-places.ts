import { useEffect } from 'react'
import { publishOwnPlaces } from '#client/lib/own-places.ts'
import type { OwnById, OwnRank } from './use-own-donations.ts'

/** Tells the rest of the page which places on the board are the viewer's own. */
export function usePublishedPlaces(own: OwnById, ownRank: OwnRank | null): void {
  const position = ownRank?.position
  const amountCents = ownRank?.amountCents

  useEffect(() => {
    const best =
      position === undefined || amountCents === undefined ? null : { position, amountCents }
    publishOwnPlaces({ ids: new Set(own.keys()), best })
  }, [own, position, amountCents])
}
