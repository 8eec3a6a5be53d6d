import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { LiveSums } from '#contract/live-sums.ts'
import { matchListSchema, type Match } from '#contract/matches.ts'
import { ROUTES } from '#contract/routes.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import type { CancelledSum } from './match.ts'

export interface MatchRoutesDeps {
  database: Database
  livemode: Livemode
  /** The sums as this node knows them. */
  sums: {
    readonly current: LiveSums | undefined
    readonly shown: { matches: readonly Match[] }
    readonly cancelled: readonly CancelledSum[]
  }
  clock: () => number
}

const NOTHING = { countedCents: 0, matchedCents: 0 }

/** Serves `GET /api/matches`. */
export function matchRoutes({ sums, clock }: MatchRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      ROUTES.matches,
      {
        schema: {
          operationId: 'listMatches',
          summary: 'The matches that have begun, with what each comes to now.',
          response: { 200: matchListSchema },
        },
      },
      async (_request, reply) => {
        reply.header('cache-control', 'no-store')
        const { current, shown } = sums
        return {
          now: new Date(clock()).toISOString(),
          version: current?.version ?? 0,
          matches: shown.matches.map((match) =>
            Object.assign({ match }, current?.matches[match.id] ?? NOTHING),
          ),
        }
      },
    )
  }
}
