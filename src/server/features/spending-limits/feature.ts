import type { Feature } from '#server/infra/feature.ts'
import { limitRoutes, type LimitRoutesDeps } from './routes.ts'

/** Lets donors limit what they spend, and pause. */
export function createSpendingLimitsFeature(deps: LimitRoutesDeps): Feature {
  return { routes: limitRoutes(deps) }
}
