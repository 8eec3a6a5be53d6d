import type { Feature } from '#server/infra/feature.ts'
import type { Hub } from './hub.ts'
import { liveRoutes } from './routes.ts'

/** Streams the board's changes to every viewer. */
export function createLiveFeature({ hub }: { hub: Hub }): Feature {
  return { routes: liveRoutes({ hub }), disconnect: () => hub.close() }
}
