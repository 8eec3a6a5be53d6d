import type { Logger } from 'pino'
import { AppError } from '#contract/app-error.ts'
import type { PaymentsMode } from '#contract/config.ts'
import type { LeaderboardPage, RankQuote, RankQuoteQuery, Total } from '#contract/leaderboard.ts'
import { MAX_DONATION_CENTS } from '#contract/money.ts'
import type { Database, Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { startFollower, type BoardFollower } from './board-follower.ts'
import type { QuoteLimits, Board, BareQuote } from './board.ts'
import type { BoardDonation, RankKey } from './board-row.ts'
import { parseCursor } from './cursor.ts'
import type { Announcement } from './change-batch.ts'
import { buildTopPage, readPage } from './page.ts'
import { findPositions } from './positions.ts'
import { findBelowAmount } from './store.ts'

export type { Announcement }

export type Listener = (announcement: Announcement) => Promise<void>

/** The board and the database at the same version, for as long as the reading lasts. */
export interface BoardVersion {
  livemode: Livemode
  version: number
  total: Total
  snapshot: Reader
  /** Where donations of the board stand, by their sequence; they are given in the board's order. */
  positionsOf(donations: readonly RankKey[]): Promise<ReadonlyMap<number, number>>
}

export interface LeaderboardDeps {
  database: Database
  /** Chooses the board: the one of real money, or the one of test money. */
  payments: PaymentsMode
  /** The most that the host takes for one donation. */
  limits?: { maxCents: number }
  logger: Pick<Logger, 'warn'>
}

/**
 * The ranked board of one mode as this node sees it. Each answer is of one version, the last one
 * looked at.
 */
export interface Leaderboard {
  /** The mode whose donations are on it; those of the other have no place here. */
  readonly livemode: Livemode
  readonly version: number
  readonly total: Total
  /** Loads the board; before it is done everything else throws. */
  start(): Promise<void>
  /** Catches up with every change that was committed before the call. */
  catchUp(): Promise<void>
  /** A stretch of the board; fails with `invalid-argument` for a cursor that is none. */
  page(query: { limit: number; after?: string | undefined }): Promise<LeaderboardPage>
  /** The first stretch, from memory; undefined while mass changes are being read. */
  top(limit: number): LeaderboardPage | undefined
  /**
   * Where an amount would land, whom it would pass, and the least that would land higher or at the
   * wanted positions.
   */
  rank(query: RankQuoteQuery): Promise<RankQuote>
  /** Where a donation of the board stands, after every change committed before the call. */
  positionOf(donation: RankKey): Promise<number>
  /** Reads what must be of one version, after every change committed before the call. */
  read<Result>(look: (version: BoardVersion) => Promise<Result>): Promise<Result>
  /**
   * Calls `listener` with what was gathered, at most ten times a second, and not before the promise
   * that it answered last has settled. Answers how to stop.
   */
  onChange(listener: Listener): () => void
  close(): Promise<void>
}

export function createLeaderboard(deps: LeaderboardDeps): Leaderboard {
  const { database, payments, limits, logger } = deps
  const livemode = payments === 'live' ? 1 : 0
  const maxCents = limits?.maxCents ?? MAX_DONATION_CENTS
  const listeners = new Set<Listener>()
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
        announce: async (announcement) => {
          await Promise.all([...listeners].map((listener) => listener(announcement)))
        },
        report: (error) => logger.warn({ err: error }, 'the board could not be brought up to date'),
      })
    },
    catchUp: () => started().catchUp(),
    page: async (query) => findPage(started(), query),
    top: (limit) => buildTopPage(started().board, limit),
    rank: async (query) => findRank(started(), { ...query, maxCents }),
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

/** From memory, unless whoever stands there is so far down that their name must be read. */
async function findRank(
  follower: BoardFollower,
  query: RankQuoteQuery & QuoteLimits,
): Promise<RankQuote> {
  const { board } = follower
  const known = withPassing(board, board.rank(query.amountCents, query))
  if (known !== undefined) return known
  return ask(follower, async (snapshot) => {
    const rank = board.rank(query.amountCents, query)
    const passed = await findBelowAmount(snapshot, board.livemode, query.amountCents)
    return { ...rank, passing: toPassing(passed) }
  })
}

function withPassing(board: Board, rank: BareQuote): RankQuote | undefined {
  const passed = board.window.at(rank.position)
  if (passed === undefined && rank.position <= board.ranks.size) return undefined
  return { ...rank, passing: toPassing(passed) }
}

function toPassing(row: BoardDonation | undefined): RankQuote['passing'] {
  return row === undefined ? null : { name: row.name, amountCents: row.amountCents }
}

function findPosition(follower: BoardFollower, donation: RankKey): Promise<number> {
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
    }),
  )
}

async function ask<Result>(
  follower: BoardFollower,
  read: (snapshot: Reader) => Promise<Result>,
): Promise<Result> {
  try {
    return await follower.ask(read)
  } catch (cause) {
    throw new AppError(
      'unavailable',
      'The leaderboard cannot be read now: try again in a moment.',
      {
        cause,
      },
    )
  }
}
