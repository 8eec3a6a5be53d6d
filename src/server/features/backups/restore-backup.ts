import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { newestMigration } from '#server/infra/database/migrate.ts'
import { DamagedDatabaseError } from '#server/infra/database/storage-failures.ts'
import { BackupError } from './backup-error.ts'
import { readFigures } from './container/figures.ts'
import { DATABASE_NAME, type Figures, type Manifest } from './container/manifest.ts'
import { unpackBackup } from './container/unpack.ts'
import { fillPostgres, reasonOf } from './database-part.ts'
import { makeBackup, syncFolder } from './make-backup.ts'
import { requireSnapshot } from './upgrade/snapshot.ts'
import { inWorkFolder, makeFolder, WORK_FOLDER } from './work-folder.ts'

/** Files that do not make a folder a used one: the system's, and those of an unfinished restore. */
const IGNORED = new Set(['lost+found', '.gitkeep', '.DS_Store', WORK_FOLDER])

export interface RestoreTarget {
  /** Created if it is missing; must be empty. */
  dataDir: string
  /** The URL of an empty PostgreSQL database for what is in the backup's; undefined to embed it. */
  databaseUrl: string | undefined
  /** The version of this program. */
  version: string
}

/**
 * Puts the files of a backup, or of the folder that one is made from after an upgrade, into an empty
 * data folder, after each was checked, and its database there or into PostgreSQL. Throws a BackupError
 * or CopyError if it may not or cannot; then the folder is as it was.
 */
export async function restoreBackup(file: string, target: RestoreTarget): Promise<Manifest> {
  const dataDir = resolve(target.dataDir)
  requireReadable(file)
  requireEmpty(dataDir)
  const isNew = !existsSync(dataDir)
  makeFolder(dataDir)
  try {
    return await inWorkFolder(dataDir, async (folder) =>
      fill(await toArchive(file, folder), { ...target, dataDir }, folder),
    )
  } catch (error) {
    if (isNew) rmSync(dataDir, { recursive: true, force: true })
    throw error
  }
}

function requireReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK)
  } catch (error) {
    const isRefused = error instanceof Error && 'code' in error && error.code === 'EACCES'
    const sentence = isRefused
      ? `This user may not read ${file}: put it into a folder of theirs, and give it to them by chown.`
      : `There is no file ${file}.`
    throw new BackupError(sentence, { cause: error })
  }
}

function requireEmpty(dataDir: string): void {
  if (!existsSync(dataDir)) return
  const used = readdirSync(dataDir).find((name) => !IGNORED.has(name))
  if (used === undefined) return
  throw new BackupError(
    `The folder ${dataDir} is not empty (${used} is in it): set DATA_DIR to an empty folder, or move what is there away.`,
  )
}

/** Packs a snapshot as the server would have done, so that it is checked in the same way. */
async function toArchive(file: string, folder: string): Promise<string> {
  if (!statSync(file).isDirectory()) return file
  const archive = join(folder, 'backup')
  await makeBackup(requireSnapshot(file), archive)
  return archive
}

async function fill(
  file: string,
  { dataDir, databaseUrl, version }: RestoreTarget,
  folder: string,
): Promise<Manifest> {
  const accept = (manifest: Manifest) => requireKnownSchema(file, manifest, version)
  const manifest = await unpackBackup(file, { folder, accept })
  const figures = await readFiguresOf(file, folder)
  requireSame(file, manifest.figures, figures)
  const names = manifest.parts.map(({ name }) => name).filter((name) => name !== DATABASE_NAME)
  if (databaseUrl !== undefined) await fillPostgres(folder, databaseUrl)
  // The database comes last: without it the folder is not taken for a whole one.
  for (const name of databaseUrl === undefined ? [...names, DATABASE_NAME] : names) {
    renameSync(join(folder, name), join(dataDir, name))
    syncFolder(dataDir)
  }
  return manifest
}

function requireKnownSchema(file: string, { figures, version }: Manifest, own: string): void {
  if (figures.schema <= newestMigration()) return
  throw new BackupError(
    `${file} is of Donation Royale ${version}, whose database is newer than this program (${own}) knows: install ${version} or a later version, then restore.`,
  )
}

async function readFiguresOf(file: string, folder: string): Promise<Figures> {
  try {
    return await readFigures(join(folder, DATABASE_NAME), 'quick_check')
  } catch (error) {
    if (!(error instanceof DamagedDatabaseError)) throw error
    throw new BackupError(
      `${file} has a damaged database (${reasonOf(error)}). Take another backup.`,
      { cause: error },
    )
  }
}

function requireSame(file: string, expected: Figures, found: Figures): void {
  if (isDeepStrictEqual(expected, found)) return
  throw new BackupError(
    `${file} is damaged: the counts and sums of its database are not those of its manifest. Take another backup.`,
  )
}
