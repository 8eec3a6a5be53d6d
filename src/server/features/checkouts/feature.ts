import type { Feature } from '#server/infra/feature.ts'
import { checkoutRoutes, type CheckoutRoutesDeps } from './routes.ts'

/** Begins, captures and cancels donors' payments. */
export function createCheckoutsFeature(deps: CheckoutRoutesDeps): Feature {
  return { routes: checkoutRoutes(deps) }
}
