import { useEffect, useMemo, useState } from 'react'
import { describeBoard, type BoardId } from '#contract/boards.ts'
import type { OwnPlace } from '#contract/own-place.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from '#client/lib/api.ts'
import { useCampaign } from '#client/lib/campaign.ts'
import { findMoreCents, toPayable, type Limits } from '#client/lib/offers.ts'
import type { OwnSums } from '#client/lib/own-places.ts'
import type { LoadedRows, OwnById, OwnRank } from './use-own-donations.ts'

/** The interval, ms, of asking for a place whose row is not loaded. */
const REFRESH_MS = 15_000

/** The viewer's own row on a board of donors. */
export interface OwnSum {
  board: BoardId
  own: OwnById
  /** Null while none of their donations counts for the board. */
  ownRank: OwnRank | null
  next: OwnSums['next']
  /** On a board of teams: the name of the viewer's, null if they are in none. */
  team: string | null | undefined
  /** The version of the board whose rows told this; undefined if the server did. */
  version?: number | undefined
}

export interface OwnSumProps {
  boardId: BoardId
  board: LoadedRows | null
  onSum: (sum: OwnSum) => void
}

/** Follows the viewer's own row on a board of donors: by its loaded rows, else by the server. */
export function OwnSum({ boardId, board, onSum }: OwnSumProps) {
  const [known, setKnown] = useState<OwnPlace>()
  const { minCents, maxCents } = useCampaign().amounts
  const id = known?.id
  // The rows do not tell which gift passes another average.
  const isAverage = describeBoard(boardId).ranks === 'team-average'
  const index =
    id === undefined || isAverage ? -1 : (board?.rows.findIndex((row) => row.id === id) ?? -1)
  const isLoaded = index >= 0

  useEffect(() => follow(boardId, isLoaded, setKnown), [boardId, isLoaded])
  const own = useMemo<OwnById>(() => new Map(id === undefined ? [] : [[id, undefined]]), [id])
  const sum = useMemo(() => {
    if (known === undefined) return undefined
    const limits = { minCents, maxCents }
    const found = findLoaded(board, { index, known, limits }) ?? toSum(known, limits)
    return { board: boardId, own, team: known.team, ...found }
  }, [boardId, own, board, index, known, minCents, maxCents])
  useEffect(() => {
    if (sum !== undefined) onSum(sum)
  }, [sum, onSum])
  return null
}

/** Reports the viewer's place now, when the page is seen again, and in intervals if not `isLoaded`. */
function follow(
  boardId: BoardId,
  isLoaded: boolean,
  onPlace: (place: OwnPlace) => void,
): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const refresh = () => {
    if (document.visibilityState === 'hidden') return
    // The last known place stays: a failure here is not worth a message.
    const path = `${ROUTES.boards}/${boardId}/own`
    callApi<OwnPlace>(path, { signal }).then(onPlace, () => undefined)
  }
  refresh()
  document.addEventListener('visibilitychange', refresh, { signal })
  const timer = isLoaded ? undefined : setInterval(refresh, REFRESH_MS)
  return () => {
    controller.abort()
    clearInterval(timer)
  }
}

type Found = Pick<OwnSum, 'ownRank' | 'next' | 'version'>

interface LoadedOptions {
  index: number
  known: OwnPlace
  limits: Limits
}

function findLoaded(
  board: LoadedRows | null,
  { index, known: { team = null }, limits }: LoadedOptions,
): Found | undefined {
  const row = board?.rows[index]
  if (row === undefined) return undefined
  const above = board?.rows[index - 1]
  const ownRank = { ...row, name: team ?? row.name, position: index + 1 }
  const next = above && toNext(above.name, findMoreCents(row, above, limits))
  return { ownRank, next: next ?? null, version: board?.version }
}

function toSum({ id, place, team = null }: OwnPlace, limits: Limits): Found {
  if (place === null) return { ownRank: null, next: null }
  const { position, amountCents, above, passCents } = place
  const ownRank = { id, name: team, position, amountCents }
  if (above === null) return { ownRank, next: null }
  const moreCents =
    passCents === undefined ? findMoreCents(place, above, limits) : toPayable(passCents, limits)
  return { ownRank, next: toNext(above.name, moreCents) }
}

function toNext(name: string, moreCents: number | undefined): OwnSums['next'] {
  return moreCents === undefined ? null : { moreCents, name }
}
