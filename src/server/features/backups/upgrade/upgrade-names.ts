import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Upgrade } from '#server/infra/database/migrate.ts'
import { formatMoment, shorten } from '../backup-folder.ts'

/** The folder in the data folder with the copies, and with their archives without BACKUP_DIR. */
export const UPGRADE_FOLDER = 'backups'

const NAME =
  /^donation-royale-([\da-f]{8})-before-(\d{4})-to-(\d{4})-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)(\.tar\.zst)?$/

/** A copy of the database from before an upgrade: an archive, or the folder that it is made from. */
export interface UpgradeBackup {
  path: string
  name: string
  /** The number of the newest migration that it has had. */
  from: string
  /** The time when it was made, as its name has it; names of one installation sort by it. */
  moment: string
  isArchive: boolean
}

/** Returns the name of a copy; its archive has `.tar.zst` behind that. */
export function nameUpgradeBackup(
  installationId: string,
  { from, to }: Upgrade,
  time: number,
): string {
  const span = `before-${numberOf(from)}-to-${numberOf(to)}`
  return `donation-royale-${shorten(installationId)}-${span}-${formatMoment(time)}`
}

/** Returns the number with which a migration's name begins. */
export function numberOf(migration: string): string {
  return migration.slice(0, 4)
}

/** Returns the copies of one installation in a folder, the newest first; none without the folder. */
export function listUpgradeBackups(folder: string, installationId: string): UpgradeBackup[] {
  return listNames(folder)
    .flatMap((name): UpgradeBackup[] => {
      const [, id, from, , moment, ending] = NAME.exec(name) ?? []
      if (from === undefined || moment === undefined || id !== shorten(installationId)) return []
      return [{ path: join(folder, name), name, from, moment, isArchive: ending !== undefined }]
    })
    .toSorted((a, b) => (a.moment < b.moment ? 1 : -1))
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // Missing, or not readable: writing there says so.
    return []
  }
}
