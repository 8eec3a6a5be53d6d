import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  choiceChangeSchema,
  choiceRequestSchema,
  hostChoicesSchema,
  type HostChoice,
  type HostChoices,
} from '#contract/host/choices.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { toActor } from '#server/features/audit/audit.ts'
import { sumVotes } from '#server/features/ledger/ledger.ts'
import { requireDone, type ActionOutcome } from '#server/http/action-outcome.ts'
import type { RequireHost } from '#server/http/guards/session.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import { toChoice, type KnownChoice } from './choice.ts'
import { readChoices } from './choice-reads.ts'
import {
  cancelChoice,
  changeChoice,
  createChoice,
  endChoice,
  withdrawChoice,
} from './choices-store.ts'
import type { ChoiceRoutesDeps } from './routes.ts'

export interface HostChoiceRoutesDeps extends ChoiceRoutesDeps {
  bus: Bus
  requireHost: RequireHost
  requireHostStepUp: RequireHost
}

const params = z.object({ id: z.string().max(36) })

/** Serves the routes with which hosts see, create, change, close and cancel choices. */
export function hostChoiceRoutes(deps: HostChoiceRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    await app.register(listRoute(deps))
    await app.register(editRoutes(deps))
    await app.register(actionRoutes(deps))
  }
}

function listRoute(deps: HostChoiceRoutesDeps): FastifyPluginAsyncZod {
  const requireReader = deps.requireHost('settings')
  return async (app) => {
    app.get(
      HOST_ROUTES.choices,
      {
        config: { budget: 'lookUps', access: requireReader.access },
        schema: {
          operationId: 'listHostChoices',
          summary:
            'All choices with their results, also those to come and those that were cancelled.',
          response: { 200: hostChoicesSchema },
        },
      },
      async (request) => {
        await requireReader(request)
        return list(deps)
      },
    )
  }
}

function editRoutes(deps: HostChoiceRoutesDeps): FastifyPluginAsyncZod {
  const { database } = deps
  const requireEditor = deps.requireHostStepUp('settings')
  const config = { budget: 'lookUps', access: requireEditor.access } as const
  return async (app) => {
    app.post(
      HOST_ROUTES.choices,
      {
        config,
        schema: {
          operationId: 'createChoice',
          summary: 'Creates a choice, on which donations vote with their dollars.',
          fails: ['invalid-argument', 'failed-precondition'],
          body: choiceRequestSchema,
          response: { 200: hostChoicesSchema },
        },
      },
      async (request) => {
        const user = await requireEditor(request)
        const input = { ...actionOf(deps, user), request: request.body }
        return finish(deps, await database.write(createChoice, input))
      },
    )
    app.patch(
      `${HOST_ROUTES.choices}/:id`,
      {
        config,
        schema: {
          operationId: 'changeChoice',
          summary: 'Changes a choice; once somebody votes, only its closing to a later one.',
          fails: ['invalid-argument', 'failed-precondition', 'not-found'],
          params,
          body: choiceChangeSchema,
          response: { 200: hostChoicesSchema },
        },
      },
      async (request) => {
        const user = await requireEditor(request)
        const input = { ...actionOf(deps, user), id: request.params.id, change: request.body }
        return finish(deps, await database.write(changeChoice, input))
      },
    )
  }
}

const ACTIONS = [
  { path: 'end', operationId: 'endChoice', summary: 'Closes a choice now.', write: endChoice },
  {
    path: 'cancel',
    operationId: 'cancelChoice',
    summary: 'Cancels a choice, which has no results then; its donations stay.',
    write: cancelChoice,
  },
  {
    path: 'withdraw',
    operationId: 'withdrawChoice',
    summary: 'Takes a closed choice off the page before its day is over.',
    write: withdrawChoice,
  },
] as const

function actionRoutes(deps: HostChoiceRoutesDeps): FastifyPluginAsyncZod {
  const requireEditor = deps.requireHostStepUp('settings')
  return async (app) => {
    for (const { path, operationId, summary, write } of ACTIONS) {
      app.post(
        `${HOST_ROUTES.choices}/:id/${path}`,
        {
          config: { budget: 'lookUps', access: requireEditor.access },
          schema: {
            operationId,
            summary,
            fails: ['failed-precondition', 'not-found'],
            params,
            response: { 200: hostChoicesSchema },
          },
        },
        async (request) => {
          const user = await requireEditor(request)
          const input = { ...actionOf(deps, user), id: request.params.id }
          return finish(deps, await deps.database.write(write, input))
        },
      )
    }
  }
}

type Host = Awaited<ReturnType<ReturnType<RequireHost>>>

function actionOf({ livemode, clock }: HostChoiceRoutesDeps, user: Host) {
  return { livemode, actor: toActor(user), at: clock() }
}

/** Returns all choices after an action; throws if it was refused. */
async function finish(deps: HostChoiceRoutesDeps, outcome: ActionOutcome): Promise<HostChoices> {
  requireDone(outcome)
  deps.bus.publish()
  return list(deps)
}

async function list({ database, livemode, clock }: HostChoiceRoutesDeps): Promise<HostChoices> {
  const choices = await readChoices(database.reader, livemode)
  const optionIds = choices.flatMap(({ options }) => options.map(({ id }) => id))
  const votes = await sumVotes(database.reader, livemode, optionIds)
  return {
    now: new Date(clock()).toISOString(),
    choices: choices.map((known) => toHostChoice(known, votes)),
  }
}

function toHostChoice(known: KnownChoice, votes: ReadonlyMap<string, number>): HostChoice {
  const { row, options } = known
  return {
    ...toChoice(known),
    voted: row.voted === 1,
    cancelled: row.cancelled_at !== null,
    withdrawn: row.withdrawn_at !== null,
    results: options.map(({ id }) => votes.get(id) ?? 0),
  }
}
