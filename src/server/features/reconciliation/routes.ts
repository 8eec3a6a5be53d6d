import { timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { FastifyRequest } from 'fastify'
import { reconcileReportSchema, reconcileRequestSchema } from '#contract/reconciliation.ts'
import { ROUTES } from '#contract/routes.ts'
import { nothingHere } from '../../http/errors.ts'
import type { Events } from './events.ts'
import type { Reconciler } from './reconciler.ts'

export interface ReconciliationRoutesDeps {
  reconciler: Pick<Reconciler, 'run'>
  inbox: Pick<Events, 'resumeParked'>
  /** What whoever runs the server may show instead of a session; it lies in the data folder. */
  operatorToken: string
}

/** Reconciling by hand, for whoever runs the server. */
export function reconciliationRoutes(deps: ReconciliationRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      ROUTES.reconciliations,
      {
        config: { machine: true },
        // Before the body is looked at, so that it does not show that something is here.
        onRequest: async (request) => requireOperator(request, deps.operatorToken),
        schema: {
          operationId: 'reconcile',
          body: reconcileRequestSchema,
          response: { 200: reconcileReportSchema },
        },
      },
      async (request) => {
        const { scope, retryParked } = request.body
        if (retryParked) await deps.inbox.resumeParked()
        return deps.reconciler.run(scope)
      },
    )
  }
}

function requireOperator({ headers }: FastifyRequest, token: string): void {
  const given = Buffer.from(headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return
  // To everybody else it is not there at all.
  throw nothingHere()
}
