import { statSync } from 'node:fs'
import type { Config } from '#server/config.ts'
import { describeInstallation } from '#server/installation-line.ts'

type Settings = Pick<Config, 'payments' | 'databaseUrl' | 'dataDir' | 'publicUrl'>

/**
 * Says in one line which mode, database and address a command works with, without a password; in
 * another one, if it leaves files that the server's user may not read.
 */
export function describeSettings(config: Settings): string {
  const settings = `${describeInstallation(config)}. Address: ${config.publicUrl}\n`
  const isForeign = process.getuid?.() === 0 && (findOwner(config.dataDir) ?? 0) !== 0
  return isForeign ? `${settings}${RUN_AS_OWNER}` : settings
}

const RUN_AS_OWNER =
  'This runs as root, and DATA_DIR belongs to another user, who may not read what is written now: run it as that user (sudo -u).\n'

/** Returns the user id of a folder's owner; undefined if there is no folder. */
function findOwner(folder: string): number | undefined {
  return statSync(folder, { throwIfNoEntry: false })?.uid
}
