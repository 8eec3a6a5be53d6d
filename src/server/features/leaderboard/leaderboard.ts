import type { Logger } from 'pino'
import type { PaymentsMode } from '#contract/config.ts'
import type { BoardList } from '#contract/board-list.ts'
import type { OwnPlace } from '#contract/own-place.ts'
import type { LeaderboardPage, RankQuote, RankQuoteQuery, Total } from '#contract/leaderboard.ts'
import { MAX_DONATION_CENTS } from '#contract/money.ts'
import { reportFailure } from '#server/infra/log-failure.ts'
import type { Database, Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import type { RankKey } from '#server/features/ledger/ledger.ts'
import { endProcess } from './lost-changes.ts'
import { startFollower, type BoardFollower } from './board-follower.ts'
import { parseCursor } from './cursor.ts'
import type { Announcement } from './change-batch.ts'
import { findRank } from './find-rank.ts'
import { buildTopPage, readPage } from './page.ts'
import { PassedRows } from './passed-rows.ts'
import { findPositions } from './positions.ts'
import { orUnavailable } from './snapshot-rounds.ts'
import type { DonorsVersion } from './boards/donors-version.ts'
import type { Sky } from './boards/sky.ts'
import { readSurroundings, type Surroundings, type SurroundingsOptions } from './surroundings.ts'

export { createRoundRehearsal, type RoundRehearsal } from './rounds/rehearsal.ts'
export { rebuildBoard } from './board-state.ts'
export type { Announcement, DonorsVersion, Sky }

export type Listener = (announcement: Announcement) => Promise<void>

/** The board and the database at the same version, valid until `read` has settled. */
export interface BoardVersion {
  livemode: Livemode
  version: number
  total: Total
  snapshot: Reader
  /**
   * Returns the positions of donations on the board, by sequence. The donations must be in the
   * board's order.
   */
  positionsOf(donations: readonly RankKey[]): Promise<ReadonlyMap<number, number>>
  /** Returns the row of a donation on the board, with so many rows above and below it. */
  surroundingsOf(donation: RankKey, options: SurroundingsOptions): Promise<Surroundings>
}

/** Returns the mode of the board with a kind of payments. */
export function livemodeOf(payments: PaymentsMode): Livemode {
  return payments === 'live' ? 1 : 0
}

export interface LeaderboardDeps {
  database: Database
  /** The mode of the board: real money or test money. */
  payments: PaymentsMode
  /** The host's maximum for one donation; each read gives the latest. */
  limits?: { maxCents: number }
  /** Called with the time of each donation that is new on the board, Unix ms. */
  onArrival?: (timestamp: number) => void
  /** Called when the database has lost changes that were shown; by default the process ends. */
  onLostChanges?: (error: Error) => void
  logger: Pick<Logger, 'debug' | 'error'>
}

/**
 * The ranked board of one mode as this node sees it. Each result is of one version, the last one
 * read.
 */
export interface Leaderboard {
  /** The mode whose donations are on the board. */
  readonly livemode: Livemode
  readonly version: number
  readonly total: Total
  /** Loads the board; before it is done all other members throw. */
  start(): Promise<void>
  /** Applies every change that was committed before the call. */
  catchUp(): Promise<void>
  /** Returns a page of the board; throws `invalid-argument` for a malformed cursor. */
  page(query: { limit: number; after?: string | undefined }): Promise<LeaderboardPage>
  /** Returns the first page from memory, or undefined while mass changes are being read. */
  top(limit: number): LeaderboardPage | undefined
  /**
   * Returns the position that an amount would get, whom it would pass, and the smallest amounts
   * that would rank higher or reach the wanted positions.
   */
  rank(query: RankQuoteQuery): Promise<RankQuote>
  /** Returns the position of a donation, after every change committed before the call. */
  positionOf(donation: RankKey): Promise<number>
  /** Runs `look` on one version of board and database, with all changes committed before. */
  read<Result>(look: (version: BoardVersion) => Promise<Result>): Promise<Result>
  /**
   * Calls `listener` with the collected changes, at most ten times a second, and never while its
   * last promise is pending. Returns a function that unsubscribes.
   */
  onChange(listener: Listener): () => void
  close(): Promise<void>
}

/** The part of a board that readers and viewers use, whatever it ranks. */
export type RankedBoard = Pick<
  Leaderboard,
  'version' | 'total' | 'catchUp' | 'page' | 'top' | 'rank' | 'onChange'
> & {
  /** Returns where an account, or its team, stands; a board of donations has no such place. */
  ownPlace?: (userId: string) => Promise<OwnPlace>
  /** Runs `look` on one version of a board of donors and the database. */
  readDonors?: <Result>(look: (version: DonorsVersion) => Promise<Result>) => Promise<Result>
  /** The teams of a board of teams. */
  sky?: Sky
}

/** The boards that the host has chosen, as this node sees them. */
export interface Boards {
  /** Applies every change that was committed before the call, and begins the spans of now. */
  catchUp(): Promise<void>
  /** Returns a chosen board as it is now; throws `not-found` for others. */
  open(id: string): Promise<RankedBoard>
  /** Returns a board's teams: of a chosen one, or while there are teams of that over all time. */
  openSky(id: string): Promise<Sky | undefined>
  /** Lists the chosen boards in their order, each with its sums. */
  list(): Promise<BoardList>
  /** Calls `listener` with each board that the host does not want any more. */
  onRemoved(listener: (board: RankedBoard) => void): void
  close(): Promise<void>
}

export function createLeaderboard(deps: LeaderboardDeps): Leaderboard {
  const { database, payments, limits, logger } = deps
  const livemode = livemodeOf(payments)
  const listeners = new Set<Listener>()
  const passedRows = new PassedRows()
  let follower: BoardFollower | undefined

  function started(): BoardFollower {
    if (follower === undefined) throw new Error('The leaderboard has not been started.')
    return follower
  }

  return {
    livemode,
    get version() {
      return started().board.version
    },
    get total() {
      return started().board.total
    },
    start: async () => {
      follower = await startFollower({
        database,
        livemode,
        onArrival: deps.onArrival,
        announce: async (announcement) => {
          await Promise.all([...listeners].map((listener) => listener(announcement)))
        },
        report: reportFailure(logger, 'the board could not be brought up to date'),
        onLostChanges: deps.onLostChanges ?? endProcess,
      })
    },
    catchUp: () => started().catchUp(),
    page: async (query) => findPage(started(), query),
    top: (limit) => buildTopPage(started().board, limit),
    rank: async (query) =>
      findRank(
        { follower: started(), reader: database.reader, passedRows },
        { ...query, maxCents: limits?.maxCents ?? MAX_DONATION_CENTS },
      ),
    positionOf: (donation) => findPosition(started(), donation),
    read: (look) => readVersionOf(started(), look),
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => follower?.close(),
  }
}

async function findPage(
  follower: BoardFollower,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<LeaderboardPage> {
  const { board } = follower
  const above = after === undefined ? undefined : parseCursor(after)
  const top = above === undefined ? buildTopPage(board, limit) : undefined
  return top ?? ask(follower, (snapshot) => readPage(board, snapshot, { limit, above }))
}

async function findPosition(follower: BoardFollower, donation: RankKey): Promise<number> {
  await orUnavailable(follower.catchUp())
  const known = follower.board.positionOf(donation)
  if (known !== undefined) return known
  return readVersionOf(follower, async ({ positionsOf }) => {
    const position = (await positionsOf([donation])).get(donation.sequence)
    if (position === undefined) throw new Error(`Donation ${donation.sequence} was not placed.`)
    return position
  })
}

function readVersionOf<Result>(
  follower: BoardFollower,
  look: (version: BoardVersion) => Promise<Result>,
): Promise<Result> {
  const { board } = follower
  return ask(follower, (snapshot) =>
    look({
      livemode: board.livemode,
      version: board.version,
      total: board.total,
      snapshot,
      positionsOf: (donations) => findPositions(board, snapshot, donations),
      surroundingsOf: (donation, options) =>
        readSurroundings(board, snapshot, { donation, ...options }),
    }),
  )
}

function ask<Result>(
  follower: BoardFollower,
  read: (snapshot: Reader) => Promise<Result>,
): Promise<Result> {
  return orUnavailable(follower.ask(read))
}
