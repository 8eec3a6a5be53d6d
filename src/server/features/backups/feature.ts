import type { Feature } from '#server/infra/feature.ts'
import type { Backups } from './backups.ts'

/** Makes the scheduled backups while the server runs. */
export function createBackupsFeature({ backups }: { backups: Backups }): Feature {
  return {
    listen: () => backups.start(),
    close: () => backups.close(),
  }
}
