import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AppError } from '#contract/app-error.ts'
import { PROVIDERS } from '#contract/checkout-states.ts'
import { hostHealthSchema } from '#contract/host/health.ts'
import { hostProvidersSchema, providerViewSchema } from '#contract/host/providers.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { RequireHost } from '#server/http/guards/session.ts'
import { labelOf } from '#server/payments/registry.ts'
import { readHealth, type HealthDeps } from './health.ts'
import { readProviders, type ProviderViewsDeps } from './provider-views.ts'

export type HealthRoutesDeps = HealthDeps &
  ProviderViewsDeps & {
    providerHealth: { checkNow(): Promise<void> }
    requireHost: RequireHost
  }

/** Registers the routes that tell hosts how the server and its providers are. */
export function healthRoutes(deps: HealthRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    await app.register(readRoutes(deps))
    await app.register(testRoute(deps))
  }
}

function readRoutes(deps: HealthRoutesDeps): FastifyPluginAsyncZod {
  const requireEither = deps.requireHost('settings', 'money')
  const requireSettings = deps.requireHost('settings')
  return async (app) => {
    app.get(
      HOST_ROUTES.health,
      {
        config: { budget: 'lookUps', access: requireEither.access },
        schema: {
          operationId: 'readHostHealth',
          summary: 'The state of webhooks, reconciling, mail, disk and clocks, in sentences.',
          response: { 200: hostHealthSchema },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        await requireEither(request)
        return readHealth(deps)
      },
    )
    app.get(
      HOST_ROUTES.providers,
      {
        config: { budget: 'lookUps', access: requireSettings.access },
        schema: {
          operationId: 'listHostProviders',
          summary: 'The payment providers: keys without their values, permissions, webhooks.',
          response: { 200: hostProvidersSchema },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        await requireSettings(request)
        return readProviders(deps)
      },
    )
  }
}

function testRoute(deps: HealthRoutesDeps): FastifyPluginAsyncZod {
  const requireSettings = deps.requireHost('settings')
  return async (app) => {
    app.post(
      `${HOST_ROUTES.providers}/:name/test`,
      {
        config: { budget: 'lookUps', access: requireSettings.access },
        schema: {
          operationId: 'testProvider',
          summary: 'Asks the provider what the keys may do, without changing anything there.',
          fails: ['failed-precondition'],
          params: z.object({ name: z.enum(PROVIDERS, 'There is no provider of this name.') }),
          response: { 200: providerViewSchema },
        },
      },
      async (request) => {
        await requireSettings(request)
        const { name } = request.params
        if (deps.providers[name] === undefined) throw notConnected(name)
        await deps.providerHealth.checkNow()
        const { providers } = await readProviders(deps)
        const found = providers.find(({ provider }) => provider === name)
        if (found === undefined) throw notConnected(name)
        return found
      },
    )
  }
}

function notConnected(name: (typeof PROVIDERS)[number]): AppError {
  return new AppError(
    'failed-precondition',
    `${labelOf(name)} is not connected: set its keys and start the server again.`,
  )
}
