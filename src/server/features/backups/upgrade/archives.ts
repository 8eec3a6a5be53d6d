import { rmSync } from 'node:fs'
import { listUpgradeBackups, type UpgradeBackup } from './upgrade-names.ts'

/** The number of archives that are kept. */
const ARCHIVES_KEPT = 3

/** Returns the archives of one installation in a folder, the newest first. */
export function listArchives(folder: string, installationId: string): UpgradeBackup[] {
  return listUpgradeBackups(folder, installationId).filter(({ isArchive }) => isArchive)
}

/** Deletes all but the newest three archives; returns the errors of those that cannot be deleted. */
export function deleteOldArchives(folder: string, installationId: string): unknown[] {
  return listArchives(folder, installationId)
    .slice(ARCHIVES_KEPT)
    .flatMap(({ path }) => {
      try {
        rmSync(path)
        return []
      } catch (error) {
        return [error]
      }
    })
}
