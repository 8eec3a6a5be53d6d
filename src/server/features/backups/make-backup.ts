import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { PaymentsMode } from '#contract/config.ts'
import { BackupError } from './backup-error.ts'
import { readFigures } from './container/figures.ts'
import { DATABASE_NAME, type Manifest, type PartName } from './container/manifest.ts'
import { measurePart, packBackup, type Part } from './container/pack.ts'
import { unpackBackup } from './container/unpack.ts'
import { explainDamage, requireDatabase, takeDatabase, type DatabaseHome } from './database-part.ts'
import { writeLastBackup } from './last-backup.ts'
import { inWorkFolder } from './work-folder.ts'

/** The sources of a backup. */
export interface BackupSource extends DatabaseHome {
  payments: PaymentsMode
  /** The file of CAMPAIGN_FILE; undefined if there is none. */
  campaignFile: string | undefined
  /** The version of the program. */
  version: string
  /** The time that the files are of, ISO 8601; now, if they are in use. */
  madeAt?: string
}

/** The settings that say what a backup is of. */
interface SourceSettings extends DatabaseHome {
  payments: PaymentsMode
  campaignFile: { path: string } | undefined
}

/** Returns the source that the configuration names; `version` is that of the program that used it. */
export function toSource(settings: SourceSettings, version: string): BackupSource {
  const { dataDir, databaseUrl, payments, campaignFile } = settings
  return { dataDir, databaseUrl, payments, campaignFile: campaignFile?.path, version }
}

export interface FinishedBackup {
  manifest: Manifest
  bytes: number
}

/**
 * Makes a backup of the installation, also while its server runs, and checks it by reading it. Until
 * then nothing has the name `file`; a backup that fails its check is removed.
 */
export async function makeBackup(source: BackupSource, file: string): Promise<FinishedBackup> {
  const target = resolve(file)
  requirePlace(target)
  try {
    requireDatabase(source)
    return await inWorkFolder(dirname(target), (folder) => makeIn(folder, source, target))
  } catch (error) {
    throw explainDamage(error, source, dirname(target))
  }
}

async function makeIn(
  folder: string,
  source: BackupSource,
  target: string,
): Promise<FinishedBackup> {
  const draft = join(folder, 'backup')
  const manifest = await writeDraft(source, folder, draft)
  await unpackBackup(draft)
  const { size: bytes } = statSync(draft)
  renameSync(draft, target)
  syncFolder(dirname(target))
  writeLastBackup(source.dataDir, { madeAt: manifest.madeAt, file: target, bytes })
  return { manifest, bytes }
}

function requirePlace(target: string): void {
  if (existsSync(target)) {
    throw new BackupError(`${target} exists already, and is not overwritten: name another file.`)
  }
  if (!existsSync(dirname(target))) {
    throw new BackupError(`The folder ${dirname(target)} does not exist: make it, or name another.`)
  }
}

async function writeDraft(source: BackupSource, folder: string, draft: string): Promise<Manifest> {
  const { madeAt = new Date().toISOString() } = source
  const database = await takeDatabase(source, folder)
  const figures = await readFigures(database, 'integrity_check')
  // After the database: the sandbox must know of each payment that is in it.
  const parts: Part[] = [{ name: DATABASE_NAME, path: database }, ...copyFiles(source, folder)]
  const facts = []
  for (const part of parts) facts.push(await measurePart(part))
  const { payments, version } = source
  const manifest: Manifest = { format: 1, madeAt, version, payments, figures, parts: facts }
  await packBackup(draft, manifest, parts)
  return manifest
}

/** Lists the files of an installation beside its database. */
export function listFilesBeside({ dataDir, payments, campaignFile }: BackupSource): Part[] {
  const files: [PartName, string | undefined][] = [
    ['secrets.json', join(dataDir, 'secrets.json')],
    ['sandbox.json', payments === 'sandbox' ? join(dataDir, 'sandbox.json') : undefined],
    ['campaign.json', campaignFile],
  ]
  return files.flatMap(([name, path]) =>
    path === undefined || !existsSync(path) ? [] : [{ name, path }],
  )
}

/** Copies the files beside the database, so that they do not change while they are packed. */
function copyFiles(source: BackupSource, folder: string): Part[] {
  return listFilesBeside(source).map(({ name, path }) => {
    const copy = join(folder, name)
    copyFileSync(path, copy)
    return { name, path: copy }
  })
}

/** Lets a new name in a folder survive a power cut. */
export function syncFolder(folder: string): void {
  // Windows opens no folders.
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
