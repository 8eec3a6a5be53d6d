import type { Feature } from '#server/infra/feature.ts'
import type { BoardHubs } from './board-hubs.ts'
import type { Hub } from './hub.ts'
import { boardLiveRoutes, liveRoutes } from './routes.ts'

/** Streams the boards' changes to every viewer. */
export function createLiveFeature(deps: { hub: Hub; hubs: BoardHubs }): Feature {
  return {
    routes: async (app) => {
      await app.register(liveRoutes(deps))
      await app.register(boardLiveRoutes(deps))
    },
    disconnect: () => deps.hubs.close(),
  }
}
