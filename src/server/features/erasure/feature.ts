import type { Feature } from '#server/infra/feature.ts'
import { ErasureJob, type ErasureJobDeps } from './erasure-job.ts'
import { erasureRoutes, type ErasureRoutesDeps } from './routes.ts'

/** Deletes accounts, and erases what is personal from every place. */
export function createErasureFeature(
  deps: ErasureJobDeps & Omit<ErasureRoutesDeps, 'job'>,
): Feature {
  const job = new ErasureJob(deps)
  return {
    routes: erasureRoutes({ ...deps, job }),
    start: () => job.start(),
    close: () => job.close(),
  }
}
