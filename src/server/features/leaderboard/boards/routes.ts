import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { boardListSchema } from '#contract/board-list.ts'
import { ROUTES } from '#contract/routes.ts'
import type { Boards } from '../leaderboard.ts'
import { findPage, findRank, PAGE_ROUTE, PAGE_SCHEMA, RANK_SCHEMA } from '../serve-board.ts'

const boardParams = z.object({ id: z.string() })

/** Serves `GET /api/boards`, `GET /api/boards/:id` and `GET /api/boards/:id/rank`. */
export function boardRoutes({ boards }: { boards: Boards }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      ROUTES.boards,
      {
        schema: {
          operationId: 'listBoards',
          summary: 'The boards that the host has chosen, each with its span and sums.',
          response: { 200: boardListSchema },
        },
      },
      async (_request, reply) => {
        reply.header('cache-control', 'no-store')
        return boards.list()
      },
    )
    app.get(
      `${ROUTES.boards}/:id`,
      {
        ...PAGE_ROUTE,
        schema: {
          operationId: 'getBoard',
          summary: 'A stretch of one of the boards, highest amount first.',
          fails: ['not-found'],
          params: boardParams,
          ...PAGE_SCHEMA,
        },
      },
      async (request, reply) =>
        findPage(reply, await boards.open(request.params.id), request.query),
    )
    app.get(
      `${ROUTES.boards}/:id/rank`,
      {
        schema: {
          operationId: 'getBoardRank',
          summary: 'Where an amount, or on a board of donors a sum, would land now.',
          fails: ['not-found'],
          params: boardParams,
          ...RANK_SCHEMA,
        },
      },
      async (request, reply) =>
        findRank(reply, await boards.open(request.params.id), request.query),
    )
  }
}
