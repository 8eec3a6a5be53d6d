import type { Feature } from '#server/infra/feature.ts'
import { createNotices, type NoticesDeps } from './notices.ts'
import { concernRoutes, type ConcernRoutesDeps } from './routes.ts'

/** Shows hosts what needs a person, has them decide, and mails them of it. */
export function createConcernsFeature(deps: ConcernRoutesDeps & NoticesDeps): Feature {
  const notices = createNotices(deps)
  return {
    routes: concernRoutes(deps),
    start: () => notices.start(),
    close: () => notices.close(),
  }
}
