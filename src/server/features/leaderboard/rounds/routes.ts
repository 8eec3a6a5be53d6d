import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AppError } from '#contract/app-error.ts'
import { ROUTES } from '#contract/routes.ts'
import {
  roundDetailsSchema,
  roundListSchema,
  roundsQuerySchema,
  type RoundDetails,
  type RoundList,
} from '#contract/rounds.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { findResults, findWinner, toPublicResults } from './results-store.ts'
import { toRound } from './round.ts'
import { findKnownRound, readBegunRounds, type KnownRound, type RoundKey } from './round-reads.ts'
import { findCurrentRound } from './shown-rounds.ts'

/** The rounds of a page of the public list. */
const PAGE_SIZE = 20

export interface RoundRoutesDeps {
  database: Database
  livemode: Livemode
  clock: () => number
}

/** Serves `GET /api/rounds` and `GET /api/rounds/:id`. */
export function roundRoutes(deps: RoundRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    app.get(
      ROUTES.rounds,
      {
        schema: {
          operationId: 'listRounds',
          summary: 'The current round, and those that have begun with their winners.',
          querystring: roundsQuerySchema,
          response: { 200: roundListSchema },
        },
      },
      async (request) => listRounds(deps, parseCursor(request.query.before)),
    )
    app.get(
      `${ROUTES.rounds}/:id`,
      {
        schema: {
          operationId: 'getRound',
          summary: 'A round with its results, the latest or those of a version.',
          fails: ['not-found'],
          params: z.object({ id: z.string().max(36) }),
          querystring: z.object({ version: z.coerce.number().int().min(1).max(1e6).optional() }),
          response: { 200: roundDetailsSchema },
        },
      },
      async (request) => findRound(deps, request.params.id, request.query.version),
    )
  }
}

async function listRounds(
  { database: { reader }, livemode, clock }: RoundRoutesDeps,
  before: RoundKey | undefined,
): Promise<RoundList> {
  const now = clock()
  const current = await findCurrentRound(reader, livemode, now)
  const begun = await readBegunRounds(reader, livemode, { now, before, limit: PAGE_SIZE + 1 })
  const page = begun.slice(0, PAGE_SIZE)
  const rounds: RoundList['rounds'] = []
  for (const { row, results } of page) {
    const winner = results === null ? undefined : await findWinner(reader, row, results)
    rounds.push({ round: toRound(row, results), winner: winner ?? null })
  }
  return {
    now: new Date(now).toISOString(),
    current: current === undefined ? null : toRound(current.row, current.results),
    rounds,
    next: begun.length > PAGE_SIZE ? formatCursor(page.at(-1)) : null,
  }
}

function formatCursor(last: KnownRound | undefined): string | null {
  return last === undefined ? null : `${last.row.starts_at}_${last.row.id}`
}

function parseCursor(cursor: string | undefined): RoundKey | undefined {
  if (cursor === undefined) return undefined
  const [startsAt, id = ''] = cursor.split('_')
  return { startsAt: Number(startsAt), id }
}

async function findRound(
  { database: { reader }, livemode, clock }: RoundRoutesDeps,
  id: string,
  version: number | undefined,
): Promise<RoundDetails> {
  const known = await findKnownRound(reader, livemode, id)
  if (known === undefined) throw new AppError('not-found', 'There is no such round.')
  const stored = await findResults(reader, id, version)
  if (stored === undefined && version !== undefined) {
    throw new AppError('not-found', 'The round has no such results.')
  }
  return {
    now: new Date(clock()).toISOString(),
    round: toRound(known.row, known.results),
    results: stored === undefined ? null : await toPublicResults(reader, known.row, stored),
  }
}
