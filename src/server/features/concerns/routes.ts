import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { concernSchema, resolveRequestSchema, reviewListSchema } from '#contract/concerns.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { RequireHost } from '#server/http/guards/session.ts'
import { toActor } from '#server/features/audit/audit.ts'
import type { Concerns } from './concerns.ts'
import { Resolver, type ResolverDeps } from './resolutions.ts'

export interface ConcernRoutesDeps extends ResolverDeps {
  concerns: Concerns
  reconciler: { noteWaiting(): Promise<void> }
  requireHost: RequireHost
  requireHostStepUp: RequireHost
}

/** Registers the routes with which the host lists and resolves concerns. */
export function concernRoutes(deps: ConcernRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    await app.register(listRoute(deps))
    await app.register(resolveRoute(deps))
  }
}

function listRoute({
  concerns,
  reconciler,
  requireHost,
}: ConcernRoutesDeps): FastifyPluginAsyncZod {
  const requireMoney = requireHost('money')
  return async (app) => {
    app.get(
      HOST_ROUTES.reviews,
      {
        config: { budget: 'lookUps', access: requireMoney.access },
        schema: {
          operationId: 'listReviews',
          summary: 'What needs a person, the open ones first, each with its possible resolutions.',
          response: { 200: reviewListSchema },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        await requireMoney(request)
        // The reconciler's own rounds would see the latest events only a minute later.
        await reconciler.noteWaiting()
        return { reviews: [...(await concerns.list()), ...(await concerns.listEnded())] }
      },
    )
  }
}

function resolveRoute(deps: ConcernRoutesDeps): FastifyPluginAsyncZod {
  const resolver = new Resolver(deps)
  const requireMoney = deps.requireHostStepUp('money')
  return async (app) => {
    app.post(
      `${HOST_ROUTES.reviews}/:id`,
      {
        config: { budget: 'lookUps', access: requireMoney.access },
        schema: {
          operationId: 'resolveReview',
          summary: 'Decides what needed a person.',
          fails: ['not-found', 'failed-precondition', 'deadline-exceeded'],
          params: z.object({ id: z.string() }),
          body: resolveRequestSchema,
          response: { 200: concernSchema },
        },
      },
      async (request) => {
        const host = await requireMoney(request)
        const concern = await resolver.resolve(request.params.id, request.body, toActor(host))
        request.log.info({ user: host.id, concern: concern.id }, 'a host has decided a review')
        return concern
      },
    )
  }
}
