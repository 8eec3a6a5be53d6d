import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ROUTES } from '#contract/routes.ts'
import { WRITTEN_ONCE } from '#server/http/written-once.ts'
import type { Leaderboard } from './leaderboard.ts'
import { findPage, findRank, PAGE_SCHEMA, RANK_SCHEMA } from './serve-board.ts'

/** Serves `GET /api/leaderboard` and `GET /api/leaderboard/rank`. */
export function leaderboardRoutes(deps: { leaderboard: Leaderboard }): FastifyPluginAsyncZod {
  const { leaderboard } = deps
  return async (app) => {
    app.get(
      ROUTES.leaderboard,
      {
        ...WRITTEN_ONCE,
        schema: {
          operationId: 'getLeaderboard',
          summary: 'A stretch of the board, highest amount first.',
          ...PAGE_SCHEMA,
        },
      },
      async (request, reply) => findPage(reply, leaderboard, request.query),
    )
    app.get(
      ROUTES.rank,
      {
        schema: {
          operationId: 'getRank',
          summary: 'Where an amount would land now, whom it would pass, and what lands higher.',
          ...RANK_SCHEMA,
        },
      },
      async (request, reply) => findRank(reply, leaderboard, request.query),
    )
  }
}
