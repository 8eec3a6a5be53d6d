import type { Feature } from '#server/infra/feature.ts'
import type { Reconciliation } from './reconciliation.ts'
import { reconciliationRoutes, type ReconciliationRoutesDeps } from './routes.ts'

export interface ReconciliationFeatureDeps extends Pick<
  ReconciliationRoutesDeps,
  'inbox' | 'operatorToken'
> {
  reconciliation: Reconciliation
}

/** Reconciles the ledger with the providers, by itself and at the operator's command. */
export function createReconciliationFeature(deps: ReconciliationFeatureDeps): Feature {
  const { reconciliation } = deps
  return {
    routes: reconciliationRoutes({ ...deps, ...reconciliation }),
    load: () => reconciliation.load(),
    listen: () => reconciliation.start(),
    close: () => reconciliation.close(),
  }
}
