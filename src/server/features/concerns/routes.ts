import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { reviewListSchema } from '#contract/concerns.ts'
import { ROUTES } from '#contract/routes.ts'
import type { RequireUser } from '../../http/session.ts'
import type { Concerns } from './concerns.ts'

export interface ConcernRoutesDeps {
  concerns: Pick<Concerns, 'list' | 'listEnded'>
  reconciler: { noteWaiting(): Promise<void> }
  requireHost: RequireUser
}

/** What needs a person, for the host. */
export function concernRoutes(deps: ConcernRoutesDeps): FastifyPluginAsyncZod {
  const { concerns, reconciler, requireHost } = deps
  return async (app) => {
    app.get(
      ROUTES.hostReviews,
      {
        config: { budget: 'lookUps' },
        schema: { operationId: 'listReviews', response: { 200: reviewListSchema } },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        await requireHost(request)
        // The rounds of the reconciler see what has come since only a minute later.
        await reconciler.noteWaiting()
        return { reviews: [...(await concerns.list()), ...(await concerns.listEnded())] }
      },
    )
  }
}
