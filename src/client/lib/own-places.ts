import { useSyncExternalStore } from 'react'
import { DEFAULT_BOARD_ID, type BoardId } from '#contract/boards.ts'

/**
 * The viewer's own rows on a board, as far as other features need to know them: their donations, or
 * on a board of donors, the one row with the sum of them. The board is the shown one, or while what
 * is given does not count there, another.
 */
export interface OwnPlaces {
  ids: ReadonlySet<string>
  /** The best of their places; null if the board shows none of their donations. */
  best: { position: number; amountCents: number } | null
  /** The board of donations that the places are on, such as a round's, unless that of all. */
  board?: BoardId | undefined
  /** True while another board is shown than the one that the places are on. */
  isElsewhere?: boolean | undefined
  /** True where what is given counts for teams alone. */
  isForTeams?: boolean | undefined
  /** True there, if it adds to no place of the viewer's: they are in no open team, or chose another. */
  isTeamless?: boolean | undefined
  /** True of those who are in an open team, and chose another, or none. */
  isLeaving?: boolean | undefined
  /** Set while the places are on a board of donors: what is given adds to the sum of `best`. */
  sums?: OwnSums
}

/** The board of donors that the places are on, and what passes the row above the viewer's own. */
export interface OwnSums {
  board: BoardId
  /** Null without a row above the viewer's own, or if no donation that may be paid passes it. */
  next: { moreCents: number; name: string } | null
  /** The name of the viewer's team, on a board of teams. */
  team?: string | undefined
}

/** Returns the board that places are on. */
export function boardOf({ sums, board }: OwnPlaces): BoardId {
  return sums?.board ?? board ?? DEFAULT_BOARD_ID
}

/** Tells donors that they are in no team that can gain; they may be in one that is closed. */
export const NO_OPEN_TEAM = 'You are in no open constellation'

const NONE: OwnPlaces = { ids: new Set(), best: null }
const NONE_OF_ALL: OwnPlaces = { ...NONE, isElsewhere: true }
const NONE_OF_TEAMS: OwnPlaces = { ...NONE, isForTeams: true, isTeamless: true, isLeaving: true }

const subscribers = new Set<() => void>()
const versionSubscribers = new Set<() => void>()
let places = NONE
/** The versions of the board that are known to have these places; undefined if none is. */
let held: { first: number; last: number } | undefined
let chosenTeam: string | null | undefined
/** The same, unless there is none to choose. */
let shownTeam = chosenTeam

/** Tells the page which places are the viewer's own; the board knows it first. */
export function publishOwnPlaces(next: OwnPlaces): void {
  places = next
  held = undefined
  for (const onChange of subscribers) onChange()
}

/**
 * Tells the page that the places are those of a version of their board; undefined if it is not known
 * of which they are.
 */
export function publishPlacesVersion(version: number | undefined): void {
  if (held?.last === version) return
  if (version === undefined) held = undefined
  else if (held === undefined || version < held.last) held = { first: version, last: version }
  else held.last = version
  for (const onChange of versionSubscribers) onChange()
}

/** Calls `onChange` with each version of the places. Returns a function that stops it. */
export function onPlacesVersion(onChange: () => void): () => void {
  versionSubscribers.add(onChange)
  return () => versionSubscribers.delete(onChange)
}

/**
 * Returns whether a version of the board has the same places; `later` while it is not seen yet,
 * `unknown` while it is not known of which version the places are.
 */
export function comparePlaces(version: number): 'same' | 'other' | 'later' | 'unknown' {
  if (held === undefined) return 'unknown'
  if (version < held.first) return 'other'
  return version > held.last ? 'later' : 'same'
}

/**
 * Tells the page for which team the viewer is about to give, null for none and undefined for their
 * own one, and whether others are offered.
 */
export function publishChosenTeam(teamId: string | null | undefined, isOffered = true): void {
  chosenTeam = teamId
  shownTeam = isOffered ? teamId : undefined
  for (const onChange of subscribers) onChange()
}

/** Returns the team that the viewer has chosen: null for none, undefined if there is none to choose. */
export function useChosenTeam(): string | null | undefined {
  return useSyncExternalStore(subscribe, readChosenTeam, readChosenTeam)
}

function readChosenTeam(): string | null | undefined {
  return shownTeam
}

export function useOwnPlaces(): OwnPlaces {
  return useSyncExternalStore(subscribe, readOwnPlaces, readOwnPlaces)
}

/** Returns no place while another team is chosen: a gift to it adds nothing to the viewer's own. */
export function readOwnPlaces(): OwnPlaces {
  const isOfOther =
    places.sums?.team !== undefined &&
    chosenTeam !== undefined &&
    (chosenTeam === null || !places.ids.has(chosenTeam))
  if (!isOfOther) return places
  return places.isForTeams === true ? NONE_OF_TEAMS : NONE_OF_ALL
}

function subscribe(onChange: () => void): () => void {
  subscribers.add(onChange)
  return () => subscribers.delete(onChange)
}
