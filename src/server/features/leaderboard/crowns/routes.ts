import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { crownsSchema, recapSchema, replayQuerySchema, replaySchema } from '#contract/crowns.ts'
import { ROUTES } from '#contract/routes.ts'
import { findCrowns, findReplay, type CrownsDeps } from './crowns.ts'
import type { ReadRecap } from './recap-reader.ts'
import { keyOf, shareAnswers, type ShareAnswer } from './share-answers.ts'

const config = { budget: 'lookUps' } as const

const roundParams = z.object({ id: z.string().max(36) })

/** The deps of the crowns, and the reader of recaps that links to them share. */
export type CrownRoutesDeps = CrownsDeps & { readRecap: ReadRecap }

/** Serves the crowns, and the recaps and replays of rounds and of all time. */
export function crownRoutes(deps: CrownRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    const share = shareAnswers(deps)
    app.get(
      ROUTES.crowns,
      {
        schema: {
          operationId: 'listCrowns',
          summary: 'The crowns of all time and of the current round, with their holders.',
          fails: ['not-found'],
          response: { 200: crownsSchema },
        },
      },
      () => share('crowns', () => findCrowns(deps)),
    )
    await app.register(recapRoutes(deps))
    await app.register(replayRoutes(deps, share))
  }
}

type ReplayQuery = z.infer<typeof replayQuerySchema>

function recapRoutes({ readRecap }: CrownRoutesDeps): FastifyPluginAsyncZod {
  const schema = { fails: ['not-found'], response: { 200: recapSchema } } as const
  return async (app) => {
    app.get(
      ROUTES.recap,
      {
        config,
        schema: {
          operationId: 'getRecap',
          summary: 'Who led when in all time, the turning points and the crowns.',
          ...schema,
        },
      },
      () => readRecap(undefined),
    )
    app.get(
      `${ROUTES.rounds}/:id/recap`,
      {
        config,
        schema: {
          operationId: 'getRoundRecap',
          summary: 'Who led when in a round, the turning points and the crowns.',
          params: roundParams,
          ...schema,
        },
      },
      (request) => readRecap(request.params.id),
    )
  }
}

function replayRoutes(deps: CrownsDeps, share: ShareAnswer): FastifyPluginAsyncZod {
  const schema = {
    fails: ['not-found'],
    querystring: replayQuerySchema,
    response: { 200: replaySchema },
  } as const
  const replay = (query: ReplayQuery, id?: string) => {
    // One cursor has many spellings.
    const key = keyOf(`replay ${Number(query.after ?? 0)} ${query.limit}`, id)
    return share(key, () => findReplay(deps, id, query))
  }
  return async (app) => {
    app.get(
      ROUTES.replay,
      {
        config,
        schema: {
          operationId: 'getReplay',
          summary: 'The donations that made the board, by time, from the first on.',
          ...schema,
        },
      },
      (request) => replay(request.query),
    )
    app.get(
      `${ROUTES.rounds}/:id/replay`,
      {
        config,
        schema: {
          operationId: 'getRoundReplay',
          summary: 'The donations that made the board of a round, by time, from the first on.',
          params: roundParams,
          ...schema,
        },
      },
      (request) => replay(request.query, request.params.id),
    )
  }
}
