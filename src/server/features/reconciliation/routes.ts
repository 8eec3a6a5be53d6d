import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { reconcileReportSchema, reconcileRequestSchema } from '#contract/reconciliation.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { requireOperator } from '#server/http/guards/operator.ts'
import type { Events } from './events.ts'
import type { Importer } from './importer.ts'
import type { LossWatch } from './loss-watch.ts'
import type { Reconciler } from './reconciler.ts'

export interface ReconciliationRoutesDeps {
  reconciler: Pick<Reconciler, 'run'>
  importer: Pick<Importer, 'run'>
  lossWatch: Pick<LossWatch, 'check'>
  inbox: Pick<Events, 'resumeParked'>
  /** The token that the operator may send instead of a session; it is stored in the data folder. */
  operatorToken: string
}

/** Serves reconciliation by hand, for the operator. */
export function reconciliationRoutes(deps: ReconciliationRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      HOST_ROUTES.reconciliations,
      {
        config: { machine: true, access: 'operator' },
        // Checked before the body is validated, so that the route stays hidden.
        onRequest: async (request) => requireOperator(request, deps.operatorToken),
        schema: {
          operationId: 'reconcile',
          summary: 'Compares the ledger with the providers, and books what is missing.',
          fails: ['failed-precondition'],
          body: reconcileRequestSchema,
          response: { 200: reconcileReportSchema },
        },
      },
      async (request) => {
        const { scope, retryParked, installation } = request.body
        const imports = request.body.import ? await deps.importer.run(installation) : undefined
        if (imports !== undefined) await deps.lossWatch.check()
        if (retryParked) await deps.inbox.resumeParked()
        return { ...(await deps.reconciler.run(scope)), imports }
      },
    )
  }
}
