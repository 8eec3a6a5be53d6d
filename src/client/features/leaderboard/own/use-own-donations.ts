import { useEffect, useMemo, useRef, useState } from 'react'
import { callApi } from '#client/lib/api.ts'
import type { BoardId } from '#contract/boards.ts'
import type { OwnDonation, OwnDonations } from '#contract/checkouts.ts'
import { ROUTES } from '#contract/routes.ts'
import type { BoardView } from '../live/leaderboard-view.ts'
import { useOwnDonationNews } from './own-donation-news.ts'

/**
 * The interval, ms, of asking for what the board does not tell: a rank whose row is not loaded, and
 * whether texts that wait were denied, which changes nothing for others.
 */
const REFRESH_MS = 15_000

/** The viewer's own rank: the best of their donations that the board shows. */
export interface OwnRank extends Omit<OwnDonation, 'timestamp'> {
  position: number
  /** The viewer's place and sum on the board of donors that they look at. */
  sum?: Pick<OwnRank, 'position' | 'amountCents'> & { board: BoardId }
}

/** The rows of a board that are loaded, from its first on. */
export type LoadedRows = Pick<BoardView, 'rows' | 'version'>

/** One's own donations by id, undefined where only the id is known. */
export type OwnById = ReadonlyMap<string, OwnDonation | undefined>

interface OwnDonationsView {
  /** The viewer's donations by id; undefined for one that the server has not listed yet. */
  own: OwnById
  ownRank: OwnRank | null
  /** The donations without a name from the provider, which the board shows to nobody. */
  nameless: readonly OwnDonation[]
  /** The version of the board whose rows told the rank; undefined if the server did. */
  version: number | undefined
}

/** Returns the viewer's own donations; without a session, only the latest of this page. */
export function useOwnDonations(
  donorId: string | undefined,
  ownLatestDonationId: string | null,
  board: BoardView | null,
): OwnDonationsView {
  const [loaded, setLoaded] = useState<{ donorId: string; donations: readonly OwnDonation[] }>()
  const shown = donorId !== undefined && loaded?.donorId === donorId ? loaded.donations : NONE
  const best = shown.find(isOnBoard)
  const own = useMemo(() => {
    const byId = new Map<string, OwnDonation | undefined>(shown.map((one) => [one.id, one]))
    if (ownLatestDonationId && !byId.has(ownLatestDonationId))
      byId.set(ownLatestDonationId, undefined)
    return byId
  }, [shown, ownLatestDonationId])
  const nameless = useMemo(() => shown.filter(({ name }) => name === null), [shown])
  const inRows = findLoaded(board, own)
  const isNotLoaded = best !== undefined && inRows === undefined
  const isWaiting = shown.some(({ texts }) => texts?.state === 'waiting')
  const lacksLatest =
    ownLatestDonationId !== null && !shown.some(({ id }) => id === ownLatestDonationId)
  const isPolled = isNotLoaded || isWaiting || lacksLatest
  const refreshNow = useRef(() => {})
  useOwnDonationNews({ donorId, ownLatestDonationId, own: shown, board }, () =>
    refreshNow.current(),
  )

  useEffect(() => {
    if (donorId === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    const refresh = () => {
      if (document.visibilityState === 'hidden') return
      // The last known donations stay: a failure here is not worth a message.
      callApi<OwnDonations>(ROUTES.ownDonations, { signal }).then(
        ({ donations }) => setLoaded({ donorId, donations }),
        () => undefined,
      )
    }
    refresh()
    refreshNow.current = refresh
    document.addEventListener('visibilitychange', refresh, { signal })
    const timer = isPolled ? setInterval(refresh, REFRESH_MS) : undefined
    return () => {
      refreshNow.current = () => {}
      controller.abort()
      clearInterval(timer)
    }
  }, [donorId, isPolled])

  return { own, nameless, ownRank: best ?? null, version: undefined, ...inRows }
}

/**
 * Returns the best of one's own donations among a board's loaded rows, and the board's version;
 * undefined if none is there.
 */
export function findLoaded(board: LoadedRows | null, own: OwnById) {
  // Most viewers have none, and boards are long.
  if (board === null || own.size === 0) return undefined
  const index = board.rows.findIndex(({ id }) => own.has(id))
  const row = board.rows[index]
  return row && { ownRank: { ...row, position: index + 1 }, version: board.version }
}

const NONE: readonly OwnDonation[] = []

function isOnBoard(donation: OwnDonation): donation is OwnDonation & OwnRank {
  return donation.position !== null
}
