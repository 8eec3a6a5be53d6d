import type { RankQuote, RankQuoteQuery } from '#contract/leaderboard.ts'
import type { Reader } from '#server/infra/database/database.ts'
import { findBelowAmount } from '#server/features/ledger/ledger.ts'
import type { BoardFollower } from './board-follower.ts'
import type { Board } from './board.ts'
import type { PassedRows } from './passed-rows.ts'
import { toPassing, type BareQuote, type QuoteLimits } from './rank-quote.ts'
import { orUnavailable } from './snapshot-rounds.ts'

export interface FindRankDeps {
  follower: BoardFollower
  reader: Reader
  passedRows: PassedRows
}

/**
 * Returns a rank quote; reads the database only if the passed donation is too far down to be in
 * memory, and was not asked for since the board's last change.
 */
export async function findRank(
  { follower, reader, passedRows }: FindRankDeps,
  query: RankQuoteQuery & QuoteLimits,
): Promise<RankQuote> {
  const { board } = follower
  const { amountCents } = query
  const bare = board.rank(amountCents, query)
  const known = withPassing(board, bare)
  if (known !== undefined) return known
  // Usually nothing has changed, and no snapshot is needed: it costs four statements.
  const passed = await passedRows.find(bare.version, bare.position, () =>
    orUnavailable(findBelowAmount(reader, board.livemode, amountCents)),
  )
  // A row of a later version is below the amount of whoever read it, but maybe not below this one.
  if (passed?.version === bare.version) return { ...bare, passing: toPassing(passed.row) }
  return orUnavailable(
    follower.ask(async (snapshot) => {
      const rank = board.rank(amountCents, query)
      const below = await findBelowAmount(snapshot, board.livemode, amountCents)
      return { ...rank, passing: toPassing(below?.row) }
    }),
  )
}

function withPassing(board: Board, rank: BareQuote): RankQuote | undefined {
  const passed = board.window.at(rank.position)
  if (passed === undefined && rank.position <= board.ranks.size) return undefined
  return { ...rank, passing: toPassing(passed) }
}
