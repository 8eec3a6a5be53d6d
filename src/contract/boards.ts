import { ROUTES } from './routes.ts'

/** The kinds of rows: single donations, or donors with the sums of their donations. */
export const BOARD_RANKS = ['donation', 'donor'] as const

type BoardRanks = (typeof BOARD_RANKS)[number]

/**
 * The spans whose donations count: all of them, or those of the current day, week (from Monday) or
 * month in the campaign's time zone, or those of the host's current round.
 */
export const BOARD_SPANS = ['all-time', 'today', 'week', 'month', 'round'] as const

export type BoardSpan = (typeof BOARD_SPANS)[number]

/** The id of a board says what it ranks and over which span, such as `donors-week`. */
export type BoardId = `${BoardRanks}s-${BoardSpan}`

/** Every board that a host can choose. */
export const BOARD_IDS = [
  'donations-all-time',
  'donations-today',
  'donations-week',
  'donations-month',
  'donors-all-time',
  'donors-today',
  'donors-week',
  'donors-month',
] as const satisfies BoardId[]

/** A board that a host can choose. */
export type ChosenBoardId = (typeof BOARD_IDS)[number]

/** The boards of a round, one of which exists while there is a round. */
export const ROUND_BOARD_IDS = ['donations-round', 'donors-round'] as const satisfies BoardId[]

/** The board that exists before a host chooses any, and that `/api/leaderboard` always serves. */
export const DEFAULT_BOARD_ID = 'donations-all-time' satisfies BoardId

/** The most boards that a campaign can have. */
export const MAX_BOARDS = 8

export interface BoardDescription {
  id: BoardId
  ranks: BoardRanks
  span: BoardSpan
}

/** Returns the boards of a campaign in the order of their tabs; a round's stands first. */
export function listBoards({ boards, round }: ShownBoards): readonly BoardId[] {
  const hasBoard = round !== undefined && !round.cancelled
  return hasBoard ? [`${round.ranks}s-round`, ...boards] : boards
}

interface ShownBoards {
  boards: readonly BoardId[]
  round?: { ranks: BoardRanks; cancelled: boolean } | undefined
}

/** Returns what a board ranks, and over which span. */
export function describeBoard(id: BoardId): BoardDescription {
  const split = id.indexOf('-')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the id's type says so
  const span = id.slice(split + 1) as BoardSpan
  return { id, ranks: id.startsWith('donors') ? 'donor' : 'donation', span }
}

/** Returns the path of a board's pages; `/live` and `/rank` of it lie below. */
export function boardPath(id: BoardId): string {
  return id === DEFAULT_BOARD_ID ? ROUTES.leaderboard : `${ROUTES.boards}/${id}`
}
