import type { Feature } from '#server/infra/feature.ts'
import { consoleRoutes, type ConsoleRoutesDeps } from './routes.ts'

/** Tells hosts' consoles what has changed. */
export function createConsolesFeature(deps: ConsoleRoutesDeps): Feature {
  return { routes: consoleRoutes(deps), disconnect: () => deps.consoles.close() }
}
