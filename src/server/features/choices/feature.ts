import type { Feature } from '#server/infra/feature.ts'
import { hostChoiceRoutes, type HostChoiceRoutesDeps } from './host-routes.ts'
import { choiceRoutes } from './routes.ts'

/** Shows everybody the choices, and lets hosts run them. */
export function createChoicesFeature(deps: HostChoiceRoutesDeps): Feature {
  return {
    routes: async (app) => {
      await app.register(choiceRoutes(deps))
      await app.register(hostChoiceRoutes(deps))
    },
  }
}
