import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { crownsSchema, recapSchema, replayQuerySchema, replaySchema } from '#contract/crowns.ts'
import { ROUTES } from '#contract/routes.ts'
import { readVersion } from '#server/features/ledger/ledger.ts'
import { findCrowns, findRecap, findReplay, type CrownsDeps } from './crowns.ts'
import { RecentAnswers } from './recent-answers.ts'

const config = { budget: 'lookUps' } as const

const roundParams = z.object({ id: z.string().max(36) })

/** Serves the crowns, and the recaps and replays of rounds and of all time. */
export function crownRoutes(deps: CrownsDeps): FastifyPluginAsyncZod {
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
    await app.register(recapRoutes(deps, share))
    await app.register(replayRoutes(deps, share))
  }
}

type ReplayQuery = z.infer<typeof replayQuerySchema>

type Share = <Answer>(key: string, find: () => Promise<Answer>) => Promise<Answer>

/** Returns a function that finds an answer once for all who ask for it of one version. */
function shareAnswers({ database, clock }: CrownsDeps): Share {
  const recent = new RecentAnswers(clock)
  return async (key, find) => recent.get(`${key} ${await readVersion(database.reader)}`, find)
}

/** Returns a key that no id of a round, which anybody may write, shares with all time. */
function keyOf(kind: string, roundId: string | undefined): string {
  return roundId === undefined ? kind : `${kind} of ${roundId}`
}

function recapRoutes(deps: CrownsDeps, share: Share): FastifyPluginAsyncZod {
  const schema = { fails: ['not-found'], response: { 200: recapSchema } } as const
  const recap = (id?: string) => share(keyOf('recap', id), () => findRecap(deps, id))
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
      () => recap(),
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
      (request) => recap(request.params.id),
    )
  }
}

function replayRoutes(deps: CrownsDeps, share: Share): FastifyPluginAsyncZod {
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
