import type { Feature } from '#server/infra/feature.ts'
import { figureRoutes, type FigureRoutesDeps } from './figures/routes.ts'

/** Shows hosts the money: sums and days. */
export function createHostDonationsFeature(deps: Omit<FigureRoutesDeps, 'timeZone'>): Feature {
  return { routes: figureRoutes({ ...deps, timeZone: () => 'UTC' }) }
}
