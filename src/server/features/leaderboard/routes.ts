import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  leaderboardPageSchema,
  leaderboardQuerySchema,
  rankQuoteQuerySchema,
  rankQuoteSchema,
} from '#contract/leaderboard.ts'
import { ROUTES } from '#contract/routes.ts'
import type { Leaderboard } from './leaderboard.ts'
import { TopPages } from './top-pages.ts'

/** Serves `GET /api/leaderboard` and `GET /api/leaderboard/rank`. */
export function leaderboardRoutes(deps: { leaderboard: Leaderboard }): FastifyPluginAsyncZod {
  const { leaderboard } = deps
  const topPages = new TopPages(leaderboard)
  return async (app) => {
    app.get(
      ROUTES.leaderboard,
      {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Fastify takes bytes, too
        serializerCompiler: () => topPages.serialize as unknown as () => string,
        schema: {
          operationId: 'getLeaderboard',
          summary: 'A stretch of the board, highest amount first.',
          querystring: leaderboardQuerySchema,
          response: { 200: leaderboardPageSchema },
        },
      },
      async (request, reply) => {
        // A cached page could be older than the stream's last change, and revert rows.
        reply.header('cache-control', 'no-store')
        const { limit, after } = request.query
        const top = after === undefined ? topPages.find(limit) : undefined
        return top ?? leaderboard.page(request.query)
      },
    )
    app.get(
      ROUTES.rank,
      {
        schema: {
          operationId: 'getRank',
          summary: 'Where an amount would land now, whom it would pass, and what lands higher.',
          querystring: rankQuoteQuerySchema,
          response: { 200: rankQuoteSchema },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        return leaderboard.rank(request.query)
      },
    )
  }
}
