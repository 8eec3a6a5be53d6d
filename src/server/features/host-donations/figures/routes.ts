import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { hostDaysQuerySchema, hostDaysSchema, hostSummarySchema } from '#contract/host/figures.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { RequireHost } from '#server/http/guards/session.ts'
import { readDays, readSummary, type FiguresDeps } from './figures.ts'

export interface FigureRoutesDeps extends FiguresDeps {
  requireHost: RequireHost
}

/** Registers the routes of the sums, for hosts. */
export function figureRoutes(deps: FigureRoutesDeps): FastifyPluginAsyncZod {
  const requireMoney = deps.requireHost('money')
  return async (app) => {
    app.get(
      HOST_ROUTES.summary,
      {
        config: { budget: 'lookUps', access: requireMoney.access },
        schema: {
          operationId: 'readHostSummary',
          summary: 'Sums by provider and span, the drift, and what waits.',
          response: { 200: hostSummarySchema },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        await requireMoney(request)
        return readSummary(deps)
      },
    )
    app.get(
      HOST_ROUTES.days,
      {
        config: { budget: 'lookUps', access: requireMoney.access },
        schema: {
          operationId: 'readHostDays',
          summary: 'Sums of the last days, the oldest first.',
          querystring: hostDaysQuerySchema,
          response: { 200: hostDaysSchema },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        await requireMoney(request)
        return readDays(deps, request.query.days)
      },
    )
  }
}
