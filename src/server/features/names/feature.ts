import type { Feature } from '#server/infra/feature.ts'
import { moderationRoutes, type ModerationRoutesDeps } from './moderation/routes.ts'
import { ownTextRoutes, type OwnTextRoutesDeps } from './own-routes.ts'
import { screeningRoutes, type ScreeningRoutesDeps } from './screening/screening-routes.ts'

export type NamesDeps = OwnTextRoutesDeps & ModerationRoutesDeps & ScreeningRoutesDeps

/** Has donors choose what is shown with their donations, and hosts decide about it. */
export function createNamesFeature(deps: NamesDeps): Feature {
  return {
    routes: async (app) => {
      await app.register(ownTextRoutes(deps))
      await app.register(moderationRoutes(deps))
      await app.register(screeningRoutes(deps))
    },
  }
}
