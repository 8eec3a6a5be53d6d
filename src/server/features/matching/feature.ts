import type { Feature } from '#server/infra/feature.ts'
import { matchExportRoute } from './export-route.ts'
import { hostMatchRoutes, type HostMatchRoutesDeps } from './host-routes.ts'
import { ownMatchedRoute, type OwnMatchedDeps } from './own-matched-route.ts'
import { matchRoutes } from './routes.ts'

/** Shows everybody what sponsors add, and lets hosts run their matches. */
export function createMatchingFeature(deps: HostMatchRoutesDeps & OwnMatchedDeps): Feature {
  return {
    routes: async (app) => {
      await app.register(matchRoutes(deps))
      await app.register(ownMatchedRoute(deps))
      await app.register(hostMatchRoutes(deps))
      await app.register(matchExportRoute(deps))
    },
  }
}
