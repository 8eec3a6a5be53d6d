import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AppError } from '#contract/app-error.ts'
import { boardListSchema } from '#contract/board-list.ts'
import { ownPlaceSchema } from '#contract/own-place.ts'
import { ROUTES } from '#contract/routes.ts'
import { WRITTEN_ONCE } from '#server/http/written-once.ts'
import type { RequireUser } from '#server/http/guards/session.ts'
import type { Boards } from '../leaderboard.ts'
import { findPage, findRank, PAGE_SCHEMA, RANK_SCHEMA } from '../serve-board.ts'

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
        ...WRITTEN_ONCE,
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

/** Serves `GET /api/boards/:id/own`. */
export function ownPlaceRoutes({
  boards,
  requireUser,
}: {
  boards: Boards
  requireUser: RequireUser
}): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      `${ROUTES.boards}/:id/own`,
      {
        config: { budget: 'lookUps', access: 'session' },
        schema: {
          operationId: 'getOwnPlace',
          summary:
            "One's own place on a board of donors, or one's team's on a board of teams, and whom more would pass.",
          fails: ['not-found', 'failed-precondition'],
          params: boardParams,
          response: { 200: ownPlaceSchema },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const user = await requireUser(request)
        const board = await boards.open(request.params.id)
        if (board.ownPlace !== undefined) return board.ownPlace(user.id)
        throw new AppError(
          'failed-precondition',
          'This board ranks donations, not donors or teams.',
        )
      },
    )
  }
}
