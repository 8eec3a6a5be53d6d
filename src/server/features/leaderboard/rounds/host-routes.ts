import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  hostRoundsSchema,
  roundChangeSchema,
  roundRequestSchema,
  type HostRounds,
} from '#contract/host/rounds.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { hostItemRoutes, type HostItemDeps } from '#server/features/audit/audit.ts'
import { toRound } from './round.ts'
import { readListedRounds } from './round-reads.ts'
import type { RoundRoutesDeps } from './routes.ts'
import { cancelRound, changeRound, createRound, endRound } from './rounds-store.ts'

export type HostRoundRoutesDeps = RoundRoutesDeps & HostItemDeps

/** Serves the routes with which hosts see, create, change, end and cancel rounds. */
export function hostRoundRoutes(deps: HostRoundRoutesDeps): FastifyPluginAsyncZod {
  return hostItemRoutes(deps, {
    path: HOST_ROUTES.rounds,
    list: {
      operationId: 'listHostRounds',
      summary: 'The rounds, also those to come and those that were cancelled; at most 500 of each.',
      schema: hostRoundsSchema,
      read: () => list(deps),
    },
    create: {
      operationId: 'createRound',
      summary: 'Creates a round, which begins now or later; two never run at once.',
      body: roundRequestSchema,
      write: createRound,
    },
    change: {
      operationId: 'changeRound',
      summary:
        'Changes a round; once it runs, only its name, its prize, and its end to a later one.',
      body: roundChangeSchema,
      write: changeRound,
    },
    actions: [
      { name: 'end', operationId: 'endRound', summary: 'Ends a round now.', write: endRound },
      {
        name: 'cancel',
        operationId: 'cancelRound',
        summary: 'Cancels a round, which has no results then.',
        write: cancelRound,
      },
    ],
  })
}

async function list({
  database,
  livemode,
  campaign,
  clock,
}: HostRoundRoutesDeps): Promise<HostRounds> {
  const now = clock()
  const { rounds, isWhole } = await readListedRounds(database.reader, livemode, now)
  return {
    now: new Date(now).toISOString(),
    timeZone: campaign.current.timeZone,
    rounds: rounds.map(({ row, results }) => toRound(row, results)),
    isWhole,
  }
}
