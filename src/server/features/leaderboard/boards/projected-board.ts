import { ranksTeams } from '#contract/boards.ts'
import type { LeaderboardPage, RankQuote, RankQuoteQuery } from '#contract/leaderboard.ts'
import type { Reader } from '#server/infra/database/database.ts'
import { toPublicDonation, type ShownDonation } from '#server/features/ledger/ledger.ts'
import { parseCursor } from '../cursor.ts'
import type { RankedBoard } from '../leaderboard.ts'
import { PassedRows } from '../passed-rows.ts'
import { quoteRank, toPassing } from '../rank-quote.ts'
import { orUnavailable } from '../snapshot-rounds.ts'
import { toCursor } from './board-cursor.ts'
import { createDonorPart } from './donor-part.ts'
import type { Projection } from './projection.ts'
import type { ProjectedBoardDeps } from './projected-board-deps.ts'
import { createTeamPart } from './team-part.ts'

/** Creates the board that readers and viewers get of a projection. */
export function createProjectedBoard(deps: ProjectedBoardDeps): RankedBoard {
  const { projection, listeners, catchUp } = deps
  const { id, ranks } = projection.description
  const passedRows = new PassedRows<RankQuote>()
  return {
    get version() {
      return projection.view.version
    },
    get total() {
      return projection.view.total
    },
    catchUp,
    top: (limit) => buildTop(projection, limit),
    page: async ({ limit, after }) =>
      after === undefined ? buildTop(projection, limit) : readPage(deps, after, limit),
    rank: (query) => findRank({ ...deps, passedRows }, query),
    ...(ranks === 'donor' && createDonorPart(deps)),
    ...(ranksTeams(id) && createTeamPart(deps)),
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function buildTop(projection: Projection, limit: number): LeaderboardPage {
  return buildPage(projection, projection.view.rows.slice(0, limit), 0)
}

async function readPage(
  { projection, ask }: ProjectedBoardDeps,
  after: string,
  limit: number,
): Promise<LeaderboardPage> {
  const { amountCents, sequence } = parseCursor(after)
  return orUnavailable(
    ask(async (snapshot) => {
      const { keys } = projection.view
      // Sequences are whole numbers, so that this is right below the cursor's row.
      const from = keys.countBefore({ amountCents, sequence: sequence + 1 })
      const rows = await projection.readRows(snapshot, keys.slice(from, from + limit))
      return buildPage(projection, rows, from)
    }),
  )
}

/** Returns a page whose first row stands at an index, counted from 0. */
function buildPage(
  projection: Projection,
  rows: readonly ShownDonation[],
  from: number,
): LeaderboardPage {
  const { version, total } = projection.view
  const hasMore = from + rows.length < total.count
  const last = hasMore ? rows.at(-1) : undefined
  return {
    version,
    total,
    entries: rows.map((row, index) => toPublicDonation(row, from + index + 1)),
    next: last === undefined ? null : toCursor(projection, last),
  }
}

/**
 * Returns a rank quote; reads the database only if the passed row is too far down to be in memory,
 * and was not asked for since the board's last change.
 */
async function findRank(
  deps: ProjectedBoardDeps & { passedRows: PassedRows<RankQuote> },
  query: RankQuoteQuery,
): Promise<RankQuote> {
  const { projection, ask, passedRows } = deps
  const { bare, key } = quote(deps, query)
  const known = key && projection.rowAt(bare.position, key)
  if (key === undefined || known !== undefined) return { ...bare, passing: toPassing(known) }
  const read = () => orUnavailable(ask((snapshot) => readQuote(deps, query, snapshot)))
  const shared = await passedRows.find(bare.version, bare.position, read)
  // The board may have changed since, or meanwhile: then the row is passed by whoever read it, but
  // maybe not by this amount.
  const now = shared?.version === bare.version ? bare : quote(deps, query).bare
  if (shared?.version === now.version && shared.position === now.position) {
    return { ...now, passing: shared.passing }
  }
  return read()
}

/** Returns where an amount lands now, and the key of the row that it passes. */
function quote({ projection, limits }: ProjectedBoardDeps, query: RankQuoteQuery) {
  const { keys, version } = projection.view
  // A donor or a team comes to a sum by many donations.
  const isOfSums = projection.description.ranks !== 'donation'
  const maxCents = isOfSums ? Number.MAX_SAFE_INTEGER : limits.maxCents
  const bare = { version, ...quoteRank(keys, query.amountCents, { ...query, maxCents }) }
  return { bare, key: keys.at(bare.position) }
}

/** Reads whom an amount passes now; the snapshot must be of the board's version. */
async function readQuote(
  deps: ProjectedBoardDeps,
  query: RankQuoteQuery,
  snapshot: Reader,
): Promise<RankQuote> {
  const { bare, key } = quote(deps, query)
  const [row] = key === undefined ? [] : await deps.projection.readRows(snapshot, [key])
  return { ...bare, passing: toPassing(row) }
}
