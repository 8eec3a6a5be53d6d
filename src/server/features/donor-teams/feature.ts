import type { Feature } from '#server/infra/feature.ts'
import { hostTeamRoutes, type HostTeamRoutesDeps } from './host-routes.ts'
import { teamRoutes } from './routes.ts'

/** Lets donors give for teams, and hosts look after these. */
export function createDonorTeamsFeature(deps: HostTeamRoutesDeps): Feature {
  return {
    routes: async (app) => {
      await app.register(teamRoutes(deps))
      await app.register(hostTeamRoutes(deps))
    },
  }
}
