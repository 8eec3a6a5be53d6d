import { ROUTES } from './routes.ts'

/** The kinds of rows of a round: single donations, or donors with the sums of their donations. */
export const ROUND_RANKS = ['donation', 'donor'] as const

/**
 * The kinds of rows of a board: those of a round, or the teams of donors, with the sum of what was
 * given for them or with that sum for each of their donors on average.
 */
export const BOARD_RANKS = [...ROUND_RANKS, 'team', 'team-average'] as const

type RoundRanks = (typeof ROUND_RANKS)[number]
type BoardRanks = (typeof BOARD_RANKS)[number]

/**
 * The spans whose donations count: all of them, or those of the current day, week (from Monday) or
 * month in the campaign's time zone, or those of the host's current round.
 */
export const BOARD_SPANS = ['all-time', 'today', 'week', 'month', 'round'] as const

export type BoardSpan = (typeof BOARD_SPANS)[number]

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
  'teams-all-time',
  'teams-today',
  'teams-week',
  'teams-month',
  'team-averages-all-time',
  'team-averages-today',
  'team-averages-week',
  'team-averages-month',
] as const satisfies `${BoardRanks}s-${BoardSpan}`[]

/** A board that a host can choose. */
export type ChosenBoardId = (typeof BOARD_IDS)[number]

/** The boards of a round, one of which exists while there is a round. */
export const ROUND_BOARD_IDS = ['donations-round', 'donors-round'] as const

/** The id of a board says what it ranks and over which span, such as `donors-week`. */
export type BoardId = ChosenBoardId | (typeof ROUND_BOARD_IDS)[number]

/** The board that exists before a host chooses any, and that `/api/leaderboard` always serves. */
export const DEFAULT_BOARD_ID = 'donations-all-time' satisfies BoardId

/** The board that exists while there are teams, whether the page shows it or not. */
export const TEAMS_BOARD_ID = 'teams-all-time' satisfies BoardId

/** The most boards that a campaign can have. */
export const MAX_BOARDS = 16

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
  round?: { ranks: RoundRanks; cancelled: boolean } | undefined
}

/**
 * Returns the board whose rule decides what is told of a donor's own place, by mail, by link, or by
 * crowns: the first of the host's choice on which donors stand, with a donation or with a sum. Only
 * where nothing but teams rank is it that of all donations.
 */
export function findLeadingBoard({ boards }: Pick<ShownBoards, 'boards'>): BoardId {
  return boards.find((id) => !ranksTeams(id)) ?? DEFAULT_BOARD_ID
}

/** Returns what a board ranks, and over which span. */
export function describeBoard(id: BoardId): BoardDescription {
  const split = id.indexOf('s-')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the id's type says so
  const [ranks, span] = [id.slice(0, split) as BoardRanks, id.slice(split + 2) as BoardSpan]
  return { id, ranks, span }
}

/** Returns whether a board ranks teams, by sum or by average. */
export function ranksTeams(id: BoardId): boolean {
  return id.startsWith('team')
}

/** Returns the path of a board's pages; `/live` and `/rank` of it lie below. */
export function boardPath(id: BoardId): string {
  return id === DEFAULT_BOARD_ID ? ROUTES.leaderboard : `${ROUTES.boards}/${id}`
}
