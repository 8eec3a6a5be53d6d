import type { Feature } from '#server/infra/feature.ts'
import { meRoutes, type MeRoutesDeps } from './routes.ts'

/** Serves the donors' own place: their donations, receipts and data. */
export function createMeFeature(deps: MeRoutesDeps): Feature {
  return { routes: meRoutes(deps) }
}
