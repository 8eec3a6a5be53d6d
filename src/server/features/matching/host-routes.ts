import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  hostMatchesSchema,
  matchChangeSchema,
  matchRequestSchema,
  type HostMatch,
  type HostMatches,
} from '#contract/host/matches.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { toMatchedCents } from '#contract/matched-cents.ts'
import { toActor } from '#server/features/audit/audit.ts'
import { sumCounted } from '#server/features/ledger/ledger.ts'
import { requireDone, type ActionOutcome } from '#server/http/action-outcome.ts'
import type { RequireHost } from '#server/http/guards/session.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import { toMatch, toMatchSpan, type MatchRow } from './match.ts'
import { readMatches } from './matching.ts'
import { cancelMatch, changeMatch, createMatch, stopMatch } from './matches-store.ts'
import type { MatchRoutesDeps } from './routes.ts'

export interface HostMatchRoutesDeps extends MatchRoutesDeps {
  sums: MatchRoutesDeps['sums'] & { catchUp(): Promise<void> }
  bus: Bus
  requireHost: RequireHost
  requireHostStepUp: RequireHost
}

const params = z.object({ id: z.string().max(36) })

/** Serves the routes with which hosts see, create, change, stop and cancel matches. */
export function hostMatchRoutes(deps: HostMatchRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    await app.register(listRoute(deps))
    await app.register(editRoutes(deps))
    await app.register(actionRoutes(deps))
  }
}

function listRoute(deps: HostMatchRoutesDeps): FastifyPluginAsyncZod {
  const requireReader = deps.requireHost('settings')
  return async (app) => {
    app.get(
      HOST_ROUTES.matches,
      {
        config: { budget: 'lookUps', access: requireReader.access },
        schema: {
          operationId: 'listHostMatches',
          summary: 'All matches with their sums, also those to come and those that were cancelled.',
          response: { 200: hostMatchesSchema },
        },
      },
      async (request) => {
        await requireReader(request)
        return listMatches(deps)
      },
    )
  }
}

function editRoutes(deps: HostMatchRoutesDeps): FastifyPluginAsyncZod {
  const { database } = deps
  const requireEditor = deps.requireHostStepUp('settings')
  const config = { budget: 'lookUps', access: requireEditor.access } as const
  return async (app) => {
    app.post(
      HOST_ROUTES.matches,
      {
        config,
        schema: {
          operationId: 'createMatch',
          summary: 'Creates a match: what a sponsor adds to donations, up to a cap.',
          fails: ['invalid-argument', 'failed-precondition'],
          body: matchRequestSchema,
          response: { 200: hostMatchesSchema },
        },
      },
      async (request) => {
        const user = await requireEditor(request)
        const input = { ...actionOf(deps, user), request: request.body }
        return finish(deps, await database.write(createMatch, input))
      },
    )
    app.patch(
      `${HOST_ROUTES.matches}/:id`,
      {
        config,
        schema: {
          operationId: 'changeMatch',
          summary: 'Changes a match; once it runs, only to a larger cap and a later end.',
          fails: ['invalid-argument', 'failed-precondition', 'not-found'],
          params,
          body: matchChangeSchema,
          response: { 200: hostMatchesSchema },
        },
      },
      async (request) => {
        const user = await requireEditor(request)
        const input = { ...actionOf(deps, user), id: request.params.id, change: request.body }
        return finish(deps, await database.write(changeMatch, input))
      },
    )
  }
}

const ACTIONS = [
  {
    path: 'stop',
    operationId: 'stopMatch',
    summary: 'Stops a match now; what it has matched stays.',
    write: stopMatch,
  },
  {
    path: 'cancel',
    operationId: 'cancelMatch',
    summary: 'Cancels a match, which matches nothing then.',
    write: cancelMatch,
  },
] as const

function actionRoutes(deps: HostMatchRoutesDeps): FastifyPluginAsyncZod {
  const requireEditor = deps.requireHostStepUp('settings')
  return async (app) => {
    for (const { path, operationId, summary, write } of ACTIONS) {
      app.post(
        `${HOST_ROUTES.matches}/:id/${path}`,
        {
          config: { budget: 'lookUps', access: requireEditor.access },
          schema: {
            operationId,
            summary,
            fails: ['failed-precondition', 'not-found'],
            params,
            response: { 200: hostMatchesSchema },
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

function actionOf({ livemode, clock }: HostMatchRoutesDeps, user: Host) {
  return { livemode, actor: toActor(user), at: clock() }
}

/** Returns all matches after an action; throws if it was refused. */
async function finish(deps: HostMatchRoutesDeps, outcome: ActionOutcome): Promise<HostMatches> {
  requireDone(outcome)
  deps.bus.publish()
  return listMatches(deps)
}

/** Returns all matches with their sums. */
export async function listMatches(deps: HostMatchRoutesDeps): Promise<HostMatches> {
  // So that what a host has just changed is in the sums.
  await deps.sums.catchUp()
  const rows = await readMatches(deps.database.reader, deps.livemode)
  const matches: HostMatch[] = []
  for (const row of rows) matches.push(await toHostMatch(deps, row))
  return { now: new Date(deps.clock()).toISOString(), matches }
}

/** Returns a match with its sums: those that this node follows, or else as the database has them. */
async function toHostMatch(
  { database, livemode, sums, clock }: HostMatchRoutesDeps,
  row: MatchRow,
): Promise<HostMatch> {
  const match = toMatch(row, clock())
  const cancelled = row.cancelled_at !== null
  if (cancelled) return { ...match, countedCents: 0, matchedCents: 0, cancelled }
  const followed = sums.current?.matches[match.id]?.countedCents
  const countedCents = followed ?? (await sumCounted(database.reader, livemode, toMatchSpan(match)))
  return { ...match, countedCents, matchedCents: toMatchedCents(match, countedCents), cancelled }
}
