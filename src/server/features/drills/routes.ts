import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '#contract/app-error.ts'
import { drillRequestSchema, hostDrillsSchema } from '#contract/host/drills.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { toActor } from '#server/features/audit/audit.ts'
import type { RequireHost } from '#server/http/guards/session.ts'
import type { DrillRunner } from './runner.ts'

export interface DrillRoutesDeps {
  /** Undefined unless the providers are the stand-ins inside this server. */
  runner: DrillRunner | undefined
  requireHost: RequireHost
}

/** Registers the routes with which an owner rehearses what providers do to a host. */
export function drillRoutes(deps: DrillRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    await app.register(readRoute(deps))
    await app.register(changeRoutes(deps))
  }
}

const config = { budget: 'lookUps' as const }
const response = { 200: hostDrillsSchema }

function readRoute({ runner, requireHost }: DrillRoutesDeps): FastifyPluginAsyncZod {
  const requireSettings = requireHost('settings')
  return async (app) => {
    app.get(
      HOST_ROUTES.drills,
      {
        config: { ...config, access: requireSettings.access },
        schema: {
          operationId: 'getDrill',
          summary: 'The drill that runs, or the last one; in the sandbox alone.',
          fails: ['not-found'],
          response,
        },
      },
      async (request) => {
        await requireSettings(request)
        return { run: requireSandbox(runner).run }
      },
    )
  }
}

function changeRoutes({ runner, requireHost }: DrillRoutesDeps): FastifyPluginAsyncZod {
  const requireSettings = requireHost('settings')
  return async (app) => {
    app.post(
      HOST_ROUTES.drills,
      {
        config: { ...config, access: requireSettings.access },
        schema: {
          operationId: 'startDrill',
          summary: 'Rehearses what providers do to a host; in the sandbox alone.',
          fails: ['not-found', 'failed-precondition'],
          body: drillRequestSchema,
          response,
        },
      },
      async (request) => {
        const user = await requireSettings(request)
        const drills = requireSandbox(runner)
        await drills.start(request.body.drill, toActor(user))
        return { run: drills.run }
      },
    )
    app.delete(
      HOST_ROUTES.drills,
      {
        config: { ...config, access: requireSettings.access },
        schema: {
          operationId: 'stopDrill',
          summary: 'Stops the drill that runs, and ends its faults.',
          fails: ['not-found', 'failed-precondition'],
          response,
        },
      },
      async (request) => {
        const user = await requireSettings(request)
        const drills = requireSandbox(runner)
        await drills.stop(toActor(user))
        return { run: drills.run }
      },
    )
  }
}

function requireSandbox(runner: DrillRunner | undefined): DrillRunner {
  if (runner !== undefined) return runner
  throw new AppError(
    'not-found',
    'Drills exist only in the sandbox, where the providers are stand-ins inside the server.',
  )
}
