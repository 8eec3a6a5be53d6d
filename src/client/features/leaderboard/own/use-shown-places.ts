import { useCallback, useMemo, useState } from 'react'
import { DEFAULT_BOARD_ID, describeBoard, ranksTeams, type BoardId } from '#contract/boards.ts'
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

/**
 * Returns which rows of the shown board are the viewer's own, and tells the rest of the page their
 * place there, or on another board while what is given does not count on this one.
 */
export function useShownPlaces(options: ShownPlacesOptions) {
  const { shown, isDefault, donorId, ownRank } = options
  const { sums, setSum } = useSums(donorId)
  const { ranks } = describeBoard(shown.id)
  const other = donorId === undefined || isDefault ? undefined : shown.id
  const [summed, spanned] = ranks === 'donation' ? [undefined, other] : [other, undefined]
  const sum = useNamedSum(summed && sums[summed], options.own)
  const { next, ...places } = findShown(options, { spanned, sum })
  const runs = useIsCounting(shown.round)
  const isCounting = takesGifts(shown, shown.id, runs)
  const quoted = other && findQuoted(shown, runs, sum)
  const quotedSum = quoted && sums[quoted]
  const published = findPublished(options, quoted, quotedSum)
  // Links show donations also while sums are shown here.
  const own = useMemo(
    () => new Map([...options.own, ...published.own]),
    [options.own, published.own],
  )
  usePublishedPlaces({
    ...published,
    own,
    isElsewhere: other !== (published.spanBoard ?? published.board),
    ...findTeams(shown, runs, [sum, quotedSum]),
  })
  const shared = ranks === 'donor' ? toShared(ownRank, sum) : ownRank
  return {
    ...places,
    next: isCounting ? next : next && null,
    summed,
    /** The board whose places are told in place of the shown one's; that of all is followed anyway. */
    quoted: quoted === shown.id ? undefined : quoted,
    setSum,
    donations: options.own,
    shared,
    isCounting,
  }
}

type SumsByBoard = Partial<Record<BoardId, OwnSum>>

const NO_SUMS: SumsByBoard = {}

/** Holds the last known sums of an account, and a function that sets one of them. */
function useSums(donorId: string | undefined) {
  const [known, setKnown] = useState({ donorId, sums: NO_SUMS })
  const setSum = useCallback(
    (sum: OwnSum) =>
      setKnown((last) => {
        const sums = last.donorId === donorId ? last.sums : NO_SUMS
        return { donorId, sums: { ...sums, [sum.board]: sum } }
      }),
    [donorId],
  )
  return { sums: known.donorId === donorId ? known.sums : NO_SUMS, setSum }
}

/**
 * Returns the board on which what is given changes the viewer's place, so that a place there can be
 * kept: the shown one, if it counts for it. Else that of all donations if it is a tab, or the first
 * tab on which donors stand, or teams with their sums. Undefined for that of all donations, which it
 * also is where there is no such tab.
 */
function findQuoted(shown: ShownBoard, runs: boolean, sum?: OwnSum): BoardId | undefined {
  const counting = shown.boards.filter((id) => takesGifts(shown, id, runs))
  // A gift adds to no average, and without a team to the sum of none.
  const rising = counting.filter((id) => describeBoard(id).ranks !== 'team-average')
  if (rising.includes(shown.id) && sum?.team !== null) return shown.id
  if (rising.includes(DEFAULT_BOARD_ID)) return undefined
  return rising.find((id) => !ranksTeams(id)) ?? rising[0]
}

/** Returns whether what is given counts on boards of teams alone, and the viewer is in none there. */
function findTeams(shown: ShownBoard, runs: boolean, sums: readonly (OwnSum | undefined)[]) {
  const isForTeams = shown.boards.every((id) => ranksTeams(id) || !takesGifts(shown, id, runs))
  return { isForTeams, isTeamless: isForTeams && sums.some((sum) => sum?.team === null) }
}

/** Returns whether what is given now counts on a board: on the round's, while that `runs`. */
function takesGifts({ round }: ShownBoard, id: BoardId, runs: boolean): boolean {
  return runs || roundOf({ id, round }) === undefined
}

/** Lets viewers read their latest name that waits for approval in the row of their sum, too. */
function useNamedSum(sum: OwnSum | undefined, own: OwnById): OwnSum | undefined {
  return useMemo(() => {
    const isOfDonor = sum !== undefined && describeBoard(sum.board).ranks === 'donor'
    return isOfDonor ? withOwnName(sum, own) : sum
  }, [sum, own])
}

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
  /** The viewer's sum on the board that is shown, if it is one of sums. */
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
 * Returns the places on the board that is quoted: those of its donations, as far as its loaded rows
 * tell, or the sum there, or those among all donations, as for somebody in no team on a board of these.
 */
function findPublished(
  { shown, own, ownRank, version }: ShownPlacesOptions,
  quoted: BoardId | undefined,
  sum: OwnSum | undefined,
): PublishedPlaces {
  if (quoted === undefined || sum?.team === null) return { own, ownRank, version }
  if (describeBoard(quoted).ranks !== 'donation') {
    return { own: NOWHERE.own, ownRank: null, ...sum, board: quoted }
  }
  const loaded = quoted === shown.id ? findLoaded(shown.view.board, own) : sum
  return { own, ownRank: loaded?.ownRank ?? null, version: loaded?.version, spanBoard: quoted }
}

/** Returns the rank to share, with that of the sum if there is one. */
function toShared(ownRank: OwnRank | null, sum: OwnSum | undefined): OwnRank | null {
  if (ownRank === null || !sum?.ownRank) return ownRank
  return { ...ownRank, sum: { ...sum.ownRank, board: sum.board } }
}
