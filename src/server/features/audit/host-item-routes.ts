import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Campaign } from '#contract/campaign.ts'
import type { HostPermission } from '#contract/host/roles.ts'
import { requireDone, type ActionOutcome } from '#server/http/action-outcome.ts'
import type { RequireHost } from '#server/http/guards/session.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import type { Database, Write } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { toActor, type HostAction } from './actor.ts'

export interface HostItemDeps {
  database: Database
  livemode: Livemode
  bus: Bus
  /** Says in which time zone the console shows and takes times. */
  campaign: { readonly current: Pick<Campaign, 'timeZone'> }
  clock: () => number
  requireHost: RequireHost
  requireHostStepUp: RequireHost
}

/** An operation as the API's document tells it. */
interface Operation {
  operationId: string
  summary: string
}

/** Items that hosts create, change and act on, such as rounds. */
export interface HostItems<Request, Change> {
  /** The path of the list. */
  path: string
  list: Operation & {
    schema: z.ZodType
    read: () => Promise<unknown>
    /** A permission that lets hosts read the list, besides the one to change it. */
    alsoFor?: HostPermission
  }
  create: Operation & {
    body: z.ZodType<Request>
    write: Write<HostAction & { request: Request }, ActionOutcome>
  }
  change: Operation & {
    body: z.ZodType<Change>
    write: Write<HostAction & { id: string; change: Change }, ActionOutcome>
  }
  /** Further actions on an item, each a `POST` to `ITEM/NAME`. */
  actions: readonly (Operation & {
    name: string
    write: Write<HostAction & { id: string }, ActionOutcome>
  })[]
}

const params = z.object({ id: z.string().max(36) })

/**
 * Serves the routes with which hosts see and run their items. Each action is answered with the whole
 * list; one that is refused with `failed-precondition`, one on a missing item with `not-found`.
 */
export function hostItemRoutes<Request, Change>(
  deps: HostItemDeps,
  items: HostItems<Request, Change>,
): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    await app.register(listRoute(deps, items))
    await app.register(createRoute(deps, items))
    await app.register(changeRoute(deps, items))
    await app.register(actionRoutes(deps, items))
  }
}

function listRoute<Request, Change>(
  { requireHost }: HostItemDeps,
  { path, list: { schema, read, alsoFor, ...operation } }: HostItems<Request, Change>,
): FastifyPluginAsyncZod {
  const requireReader = requireHost('settings', ...(alsoFor === undefined ? [] : [alsoFor]))
  return async (app) => {
    app.get(
      path,
      {
        config: { budget: 'lookUps', access: requireReader.access },
        schema: { ...operation, response: { 200: schema } },
      },
      async (request) => {
        await requireReader(request)
        return read()
      },
    )
  }
}

function createRoute<Request, Change>(
  deps: HostItemDeps,
  { path, list, create }: HostItems<Request, Change>,
): FastifyPluginAsyncZod {
  const { operationId, summary, body, write } = create
  const requireEditor = deps.requireHostStepUp('settings')
  return async (app) => {
    app.post(
      path,
      {
        config: { budget: 'lookUps', access: requireEditor.access },
        schema: {
          operationId,
          summary,
          fails: ['invalid-argument', 'failed-precondition'],
          body,
          response: { 200: list.schema },
        },
      },
      async (request) => {
        const action = actionOf(deps, await requireEditor(request))
        const input = { ...action, request: parsedBy(body, request.body) }
        return finish(deps, list.read, write, input)
      },
    )
  }
}

function changeRoute<Request, Change>(
  deps: HostItemDeps,
  { path, list, change }: HostItems<Request, Change>,
): FastifyPluginAsyncZod {
  const { operationId, summary, body, write } = change
  const requireEditor = deps.requireHostStepUp('settings')
  return async (app) => {
    app.patch(
      `${path}/:id`,
      {
        config: { budget: 'lookUps', access: requireEditor.access },
        schema: {
          operationId,
          summary,
          fails: ['invalid-argument', 'failed-precondition', 'not-found'],
          params,
          body,
          response: { 200: list.schema },
        },
      },
      async (request) => {
        const action = actionOf(deps, await requireEditor(request))
        const { id } = request.params
        const input = { ...action, id, change: parsedBy(body, request.body) }
        return finish(deps, list.read, write, input)
      },
    )
  }
}

function actionRoutes<Request, Change>(
  deps: HostItemDeps,
  { path, list, actions }: HostItems<Request, Change>,
): FastifyPluginAsyncZod {
  const requireEditor = deps.requireHostStepUp('settings')
  return async (app) => {
    for (const { name, write, ...operation } of actions) {
      app.post(
        `${path}/:id/${name}`,
        {
          config: { budget: 'lookUps', access: requireEditor.access },
          schema: {
            ...operation,
            fails: ['failed-precondition', 'not-found'],
            params,
            response: { 200: list.schema },
          },
        },
        async (request) => {
          const action = actionOf(deps, await requireEditor(request))
          return finish(deps, list.read, write, { ...action, id: request.params.id })
        },
      )
    }
  }
}

type Host = Awaited<ReturnType<ReturnType<RequireHost>>>

function actionOf({ livemode, clock }: HostItemDeps, host: Host): HostAction {
  return { livemode, actor: toActor(host), at: clock() }
}

/** Gives a body the type of the schema by which Fastify has parsed it. */
function parsedBy<Body>(_schema: z.ZodType<Body>, body: unknown): Body {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route's own schema
  return body as Body
}

/** Does an action, and returns all items after it; throws if it was refused. */
async function finish<Input>(
  { database, bus }: HostItemDeps,
  read: () => Promise<unknown>,
  write: Write<Input, ActionOutcome>,
  input: Input,
): Promise<unknown> {
  requireDone(await database.write(write, input))
  bus.publish()
  return read()
}
