import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ownPaymentsQuerySchema, ownPaymentsSchema } from '#contract/me.ts'
import { ROUTES } from '#contract/routes.ts'
import type { RequireUser } from '#server/http/guards/session.ts'
import type { Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { exportRoute, type ExportRouteDeps } from './export-route.ts'
import { listOwnPayments } from './own-payments.ts'
import { receiptRoutes, type ReceiptRoutesDeps } from './receipts/receipt-routes.ts'

export interface MeRoutesDeps extends ReceiptRoutesDeps, ExportRouteDeps {
  leaderboard: Pick<Leaderboard, 'read'>
  requireUser: RequireUser
}

/** Serves what belongs to one donor, to this donor alone. */
export function meRoutes(deps: MeRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    await app.register(listRoute(deps))
    await app.register(receiptRoutes(deps))
    await app.register(exportRoute(deps))
  }
}

function listRoute({ leaderboard, requireUser }: MeRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      ROUTES.ownPayments,
      {
        config: { budget: 'lookUps', access: 'session' },
        schema: {
          operationId: 'listOwnPayments',
          summary: "One's own donations with their states, the newest first.",
          querystring: ownPaymentsQuerySchema,
          response: { 200: ownPaymentsSchema },
        },
      },
      async (request) => {
        const { id: userId } = await requireUser(request)
        const { limit, before } = request.query
        return listOwnPayments(leaderboard, { userId, limit, before })
      },
    )
  }
}
