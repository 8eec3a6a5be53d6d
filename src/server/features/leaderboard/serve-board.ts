import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import {
  leaderboardPageSchema,
  leaderboardQuerySchema,
  rankQuoteQuerySchema,
  rankQuoteSchema,
  type LeaderboardPage,
  type RankQuote,
  type RankQuoteQuery,
} from '#contract/leaderboard.ts'
import type { RankedBoard } from './leaderboard.ts'
import { TopPages } from './top-pages.ts'

/** The query and the response of a route with pages of a board. */
export const PAGE_SCHEMA = {
  querystring: leaderboardQuerySchema,
  response: { 200: leaderboardPageSchema },
}

/** The query and the response of a route with rank quotes of a board. */
export const RANK_SCHEMA = {
  querystring: rankQuoteQuerySchema,
  response: { 200: rankQuoteSchema },
}

const topPages = new WeakMap<RankedBoard, TopPages>()

/** Returns a page of a board for a response, which no cache may keep. */
export async function findPage(
  reply: FastifyReply,
  board: RankedBoard,
  query: z.infer<typeof leaderboardQuerySchema>,
): Promise<LeaderboardPage> {
  // A cached page could be older than the stream's last change, and revert rows.
  reply.header('cache-control', 'no-store')
  const { limit, after } = query
  const top = after === undefined ? topPagesOf(board).find(limit) : undefined
  return top ?? board.page(query)
}

/** Returns a rank quote of a board for a response, which no cache may keep. */
export async function findRank(
  reply: FastifyReply,
  board: RankedBoard,
  query: RankQuoteQuery,
): Promise<RankQuote> {
  reply.header('cache-control', 'no-store')
  return board.rank(query)
}

function topPagesOf(board: RankedBoard): TopPages {
  const pages = topPages.get(board) ?? new TopPages(board)
  topPages.set(board, pages)
  return pages
}
