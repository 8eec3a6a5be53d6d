import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { crownsSchema, recapSchema, replayQuerySchema, replaySchema } from '#contract/crowns.ts'
import { ROUTES } from '#contract/routes.ts'
import { readVersion } from '#server/features/ledger/ledger.ts'
import { findCrowns, findRecap, findReplay, type CrownsDeps } from './crowns.ts'
import { RecentAnswers } from './recent-answers.ts'

const roundParams = z.object({ id: z.string().max(36) })

const RECAP = { fails: ['not-found'], response: { 200: recapSchema } } as const
const REPLAY = {
  fails: ['not-found'],
  querystring: replayQuerySchema,
  response: { 200: replaySchema },
} as const

/** Serves the crowns, and the recaps and replays of rounds and of all time. */
export function crownRoutes(deps: CrownsDeps): FastifyPluginAsyncZod {
  const recent = new RecentAnswers(deps.clock)
  const recap = async (id?: string) =>
    recent.get(`recap ${id} ${await readVersion(deps.database.reader)}`, () => findRecap(deps, id))
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
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
      async () => {
        const version = await readVersion(deps.database.reader)
        return recent.get(`crowns ${version}`, () => findCrowns(deps))
      },
    )
    app.get(
      ROUTES.recap,
      {
        schema: {
          operationId: 'getRecap',
          summary: 'Who led when in all time, the turning points and the crowns.',
          ...RECAP,
        },
      },
      () => recap(),
    )
    app.get(
      ROUTES.replay,
      {
        schema: {
          operationId: 'getReplay',
          summary: 'The donations that made the board, by time, from the first on.',
          ...REPLAY,
        },
      },
      (request) => findReplay(deps, undefined, request.query),
    )
    app.get(
      `${ROUTES.rounds}/:id/recap`,
      {
        schema: {
          operationId: 'getRoundRecap',
          summary: 'Who led when in a round, the turning points and the crowns.',
          params: roundParams,
          ...RECAP,
        },
      },
      (request) => recap(request.params.id),
    )
    app.get(
      `${ROUTES.rounds}/:id/replay`,
      {
        schema: {
          operationId: 'getRoundReplay',
          summary: 'The donations that made the board of a round, by time, from the first on.',
          params: roundParams,
          ...REPLAY,
        },
      },
      (request) => findReplay(deps, request.params.id, request.query),
    )
  }
}
