import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { hostRoundsSchema, roundChangeSchema, roundRequestSchema } from '#contract/host/rounds.ts'
import { toActor } from '#server/features/audit/audit.ts'
import { requireDone, type ActionOutcome } from '#server/http/action-outcome.ts'
import type { RequireHost } from '#server/http/guards/session.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import { toRound } from './round.ts'
import { readRounds } from './round-reads.ts'
import type { RoundRoutesDeps } from './routes.ts'
import { cancelRound, changeRound, createRound, endRound } from './rounds-store.ts'

export interface HostRoundRoutesDeps extends RoundRoutesDeps {
  bus: Bus
  requireHost: RequireHost
  requireHostStepUp: RequireHost
}

const params = z.object({ id: z.string().max(36) })

/** Serves the routes with which hosts see, create, change, end and cancel rounds. */
export function hostRoundRoutes(deps: HostRoundRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    await app.register(listRoute(deps))
    await app.register(editRoutes(deps))
    await app.register(endRoutes(deps))
  }
}

function listRoute(deps: HostRoundRoutesDeps): FastifyPluginAsyncZod {
  const requireReader = deps.requireHost('settings')
  return async (app) => {
    app.get(
      HOST_ROUTES.rounds,
      {
        config: { budget: 'lookUps', access: requireReader.access },
        schema: {
          operationId: 'listHostRounds',
          summary: 'All rounds, also those to come and those that were cancelled.',
          response: { 200: hostRoundsSchema },
        },
      },
      async (request) => {
        await requireReader(request)
        return list(deps)
      },
    )
  }
}

function editRoutes(deps: HostRoundRoutesDeps): FastifyPluginAsyncZod {
  const { database } = deps
  const requireEditor = deps.requireHostStepUp('settings')
  const config = { budget: 'lookUps', access: requireEditor.access } as const
  return async (app) => {
    app.post(
      HOST_ROUTES.rounds,
      {
        config,
        schema: {
          operationId: 'createRound',
          summary: 'Creates a round; two never run at once.',
          fails: ['invalid-argument', 'failed-precondition'],
          body: roundRequestSchema,
          response: { 200: hostRoundsSchema },
        },
      },
      async (request) => {
        const user = await requireEditor(request)
        const input = { ...actionOf(deps, user), request: request.body }
        return finish(deps, await database.write(createRound, input))
      },
    )
    app.patch(
      `${HOST_ROUTES.rounds}/:id`,
      {
        config,
        schema: {
          operationId: 'changeRound',
          summary:
            'Changes a round; once it runs, only its name, its prize, and its end to a later one.',
          fails: ['invalid-argument', 'failed-precondition', 'not-found'],
          params,
          body: roundChangeSchema,
          response: { 200: hostRoundsSchema },
        },
      },
      async (request) => {
        const user = await requireEditor(request)
        const input = { ...actionOf(deps, user), id: request.params.id, change: request.body }
        return finish(deps, await database.write(changeRound, input))
      },
    )
  }
}

function endRoutes(deps: HostRoundRoutesDeps): FastifyPluginAsyncZod {
  const { database } = deps
  const requireEditor = deps.requireHostStepUp('settings')
  const actions = [
    { path: 'end', operationId: 'endRound', summary: 'Ends a round now.', write: endRound },
    {
      path: 'cancel',
      operationId: 'cancelRound',
      summary: 'Cancels a round, which has no results then.',
      write: cancelRound,
    },
  ]
  return async (app) => {
    for (const { path, operationId, summary, write } of actions) {
      app.post(
        `${HOST_ROUTES.rounds}/:id/${path}`,
        {
          config: { budget: 'lookUps', access: requireEditor.access },
          schema: {
            operationId,
            summary,
            fails: ['failed-precondition', 'not-found'],
            params,
            response: { 200: hostRoundsSchema },
          },
        },
        async (request) => {
          const user = await requireEditor(request)
          const input = { ...actionOf(deps, user), id: request.params.id }
          return finish(deps, await database.write(write, input))
        },
      )
    }
  }
}

type Host = Awaited<ReturnType<ReturnType<RequireHost>>>

function actionOf({ livemode, clock }: HostRoundRoutesDeps, user: Host) {
  return { livemode, actor: toActor(user), at: clock() }
}

/** Returns all rounds after an action; throws if it was refused. */
async function finish(deps: HostRoundRoutesDeps, outcome: ActionOutcome) {
  requireDone(outcome)
  deps.bus.publish()
  return list(deps)
}

async function list({ database, livemode, clock }: HostRoundRoutesDeps) {
  const rounds = await readRounds(database.reader, livemode)
  return {
    now: new Date(clock()).toISOString(),
    rounds: rounds.map(({ row, results }) => toRound(row, results)),
  }
}
