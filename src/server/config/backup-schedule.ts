import { resolve, sep } from 'node:path'
import { ConfigError } from './config-error.ts'
import type { Environment } from './environment.ts'

const DEFAULT_EVERY_MS = 24 * 60 * 60 * 1000

/**
 * Returns when and where the server makes backups, or undefined if it makes none. Throws a
 * ConfigError if it could not.
 */
export function readBackupSchedule({
  BACKUP_DIR,
  BACKUP_EVERY,
  DATA_DIR,
}: Environment): { folder: string; everyMs: number } | undefined {
  if (BACKUP_DIR === undefined) {
    if (BACKUP_EVERY === undefined) return undefined
    throw new ConfigError(
      'BACKUP_DIR is missing: with BACKUP_EVERY set it must be the folder for the backups, such as /var/backups/royale.',
    )
  }
  const folder = resolve(BACKUP_DIR)
  if (`${folder}${sep}`.startsWith(`${resolve(DATA_DIR)}${sep}`)) {
    throw new ConfigError(
      `BACKUP_DIR cannot be "${BACKUP_DIR}": it must be outside of DATA_DIR, because whoever loses that folder would lose the backups with it.`,
    )
  }
  return { folder, everyMs: BACKUP_EVERY ?? DEFAULT_EVERY_MS }
}
