import { chmodSync, lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs'
import { join } from 'node:path'

/** Takes all rights of other users away from files that are made from now on. */
const PRIVATE_UMASK = 0o077

const RIGHTS = 0o777
const RIGHTS_OF_OTHERS = 0o077

/** Files that the product keeps in its data folder; the rest there is somebody else's. */
const OWN_FILE =
  /^(royale\.db|lock\.db|secrets\.json|sandbox\.json|campaign\.json|last-backup\.json|installation\.json|access\.log)([-.].*)?$/
const MAIL_FOLDER = 'mail'

/** The folder with the copies from before upgrades. */
const COPIES_FOLDER = 'backups'

/** Files that systems put into any folder. */
const OF_THE_SYSTEM = /^(lost\+found|\.gitkeep|\.DS_Store)$/

/** Has this process make its files for its own user alone. */
export function keepFilesPrivate(): void {
  process.umask(PRIVATE_UMASK)
}

/**
 * Takes other users' rights away from the data folder and from the product's own files in it,
 * which older versions made readable for all. Follows no links but DATA_DIR itself. Returns a
 * sentence for the host about each thing that stays open.
 */
export function restrictDataDir(dataDir: string): string[] {
  // Windows keeps rights in another way, and gives a folder those of the one it is in.
  if (process.platform === 'win32') return []
  const folder = realpathSync(dataDir)
  // Files in a folder that nobody else may enter are out of reach.
  if (!isOpenToOthers(folder)) return []
  const names = readdirSync(folder)
  const stranger = names.find(isStrange)
  return [
    ...(stranger === undefined ? restrict(folder) : [sharedFolder(folder, stranger)]),
    ...names.filter((name) => OWN_FILE.test(name)).flatMap((name) => restrict(join(folder, name))),
    ...(names.includes(MAIL_FOLDER) ? restrictMail(join(folder, MAIL_FOLDER)) : []),
    ...(names.includes(COPIES_FOLDER) ? restrict(join(folder, COPIES_FOLDER)) : []),
  ]
}

function isStrange(name: string): boolean {
  if (name === MAIL_FOLDER || name === COPIES_FOLDER) return false
  return !OWN_FILE.test(name) && !OF_THE_SYSTEM.test(name)
}

/** DATA_DIR may by mistake be a folder that others need, such as /tmp. */
function sharedFolder(folder: string, stranger: string): string {
  return `Other users of this machine may look into the data folder ${folder}, because it holds more than the product's own files, such as ${stranger}: set DATA_DIR to a folder of its own.`
}

function restrictMail(folder: string): string[] {
  if (!isOpenToOthers(folder)) return []
  return [
    ...restrict(folder),
    ...readdirSync(folder).flatMap((name) => restrict(join(folder, name))),
  ]
}

function restrict(path: string): string[] {
  if (!isOpenToOthers(path)) return []
  try {
    chmodSync(path, lstatSync(path).mode & RIGHTS & ~RIGHTS_OF_OTHERS)
    return []
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [
      `Other users of this machine may read ${path}: let its owner run chmod go-rwx on it (${reason}).`,
    ]
  }
}

/** Only files and folders count: what a link leads to is not ours to change. */
function isOpenToOthers(path: string): boolean {
  const stats: Stats | undefined = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined || !(stats.isFile() || stats.isDirectory())) return false
  return (stats.mode & RIGHTS_OF_OTHERS) !== 0
}
