import type { Feature } from '#server/infra/feature.ts'
import { countFailing, findLastSentAt } from '#server/features/receipts/receipts.ts'
import type { Database } from '#server/infra/database/database.ts'
import { readDiskSpace } from '#server/infra/disk-space.ts'
import { diagnosisRoutes, type DiagnosisRoutesDeps } from './diagnosis-routes.ts'
import { healthRoutes, type HealthRoutesDeps } from './routes.ts'

export interface HostHealthDeps extends Omit<
  HealthRoutesDeps & DiagnosisRoutesDeps,
  'mails' | 'readDisk' | 'dialect'
> {
  database: Database
  /** The folder whose disk is watched. */
  dataDir: string
}

/** Tells hosts how the server and its providers are. */
export function createHostHealthFeature(deps: HostHealthDeps): Feature {
  const { reader, dialect } = deps.database
  const all = {
    ...deps,
    dialect,
    readDisk: () => readDiskSpace(deps.dataDir),
    mails: {
      countFailing: () => countFailing(reader),
      findLastSentAt: () => findLastSentAt(reader),
    },
  }
  return {
    routes: async (app) => {
      await app.register(healthRoutes(all))
      await app.register(diagnosisRoutes(all))
    },
  }
}
