import type { Feature } from '#server/infra/feature.ts'
import { ownTextRoutes, type OwnTextRoutesDeps } from './own-routes.ts'

/** Has donors choose what is shown with their donations. */
export function createNamesFeature(deps: OwnTextRoutesDeps): Feature {
  return {
    routes: async (app) => {
      await app.register(ownTextRoutes(deps))
    },
  }
}
