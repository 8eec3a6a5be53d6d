import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { MARKS_TABLE } from '#server/infra/database/copy/copy-side.ts'
import { requireInstallationId } from '#server/infra/database/installation.ts'
import type { Database } from '#server/infra/database/database.ts'
import { hasTableIn, isForeignIn } from '#server/infra/database/sqlite/peek.ts'
import { hasCheckouts, hasCheckoutsIn, isEmptyFile } from '#server/infra/database/use.ts'
import { ConfigError, type Config } from './config.ts'
import { readVersion } from './version.ts'

/** The installation that a data folder was last used by, in a file beside the database. */
const markerSchema = z.object({
  id: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  payments: z.enum(['sandbox', 'test', 'live']),
  /** The version of the program; missing in what older ones wrote. */
  version: z.string().optional(),
})

type Marker = z.infer<typeof markerSchema>

const MARKER = 'installation.json'

/** The data folder where none is set. */
const DEFAULT_DIR = './data'

const HOW_TO_BEGIN = 'To begin with an empty database on purpose, start with --new-database.'

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'payments'>

/**
 * Throws a ConfigError if the embedded database is empty and that must be a mistake, which it is not
 * on a first start. Opening the database would add files, so this comes before.
 */
export function refuseEmptySqlite(settings: Settings): void {
  const folder = resolve(settings.dataDir)
  if (!isEmptyFile(join(folder, 'royale.db'))) return
  const sentence = explainEmpty(folder, settings)
  if (sentence !== undefined) throw new ConfigError(`${sentence} ${HOW_TO_BEGIN}`)
}

/** Returns why an empty database in a folder must be a mistake; undefined if nothing says so. */
function explainEmpty(folder: string, { payments }: Settings): string | undefined {
  const marker = readMarker(folder)
  if (marker?.database === 'postgres') {
    return `This installation has its database in PostgreSQL, and DATABASE_URL is not set: set it.`
  }
  if (marker !== undefined) {
    return `The database of this installation (royale.db in ${folder}) is missing or empty: put royale.db and royale.db-wal back, or restore a backup into another folder.`
  }
  if (isCopiedWithoutLog(folder)) {
    return `The database royale.db in ${folder} is empty: it was copied without royale.db-wal, which holds what was written last. Stop the server there and copy both, or make a backup there and restore it.`
  }
  const usual = resolve(DEFAULT_DIR)
  if (payments === 'live' && usual !== folder && readMarker(usual)?.payments === 'live') {
    return `DATA_DIR names the new folder ${folder}, while ${usual} has the database of live payments: set DATA_DIR to that, or move its files.`
  }
  return undefined
}

/** Returns whether a database file came here alone: the server's own ones have others beside them. */
function isCopiedWithoutLog(folder: string): boolean {
  const file = join(folder, 'royale.db')
  if (!existsSync(file) || statSync(file).size === 0) return false
  return !existsSync(`${file}-wal`) && !existsSync(join(folder, 'lock.db'))
}

/** Throws a ConfigError if a PostgreSQL database is unused, and the data folder has a used one. */
export async function refuseUnusedPostgres(
  { dataDir }: Settings,
  { reader }: Pick<Database, 'reader'>,
): Promise<void> {
  const folder = resolve(dataDir)
  const file = join(folder, 'royale.db')
  if (!existsSync(file) || (await hasCheckouts(reader)) || !hasCheckoutsIn(file)) return
  throw new ConfigError(
    `DATABASE_URL names an empty database, while royale.db in ${folder} has donations: take DATABASE_URL away, run donation-royale copy-database with it to copy them, then set it again; or move royale.db away. ${HOW_TO_BEGIN}`,
  )
}

const CUT_OFF =
  'The database is a copy that was cut off, and lacks donations: run again what has made it, which goes on with it: donation-royale copy-database with DATABASE_URL and DATA_DIR as they were before, or donation-royale restore with the same file.'

/** Throws a ConfigError if a database is the target of a copy that was cut off. */
export async function refuseUnfinishedCopy({ reader }: Pick<Database, 'reader'>): Promise<void> {
  const tables = await reader.introspection.getTables()
  if (tables.some(({ name }) => name === MARKS_TABLE)) throw new ConfigError(CUT_OFF)
}

/** Does the same for a database file that is not open. */
export function refuseUnfinishedCopyIn(file: string): void {
  if (hasTableIn(file, MARKS_TABLE)) throw new ConfigError(CUT_OFF)
}

/** Throws a ConfigError if a database file is of other software, in which ours would make tables. */
export function refuseForeignIn(file: string): void {
  if (!isForeignIn(file)) return
  throw new ConfigError(
    `The database ${file} is of other software: set DATA_DIR to a folder of its own, or move that file away.`,
  )
}

/** Remembers in the data folder which installation uses it. */
export async function writeMarker(
  { dataDir, payments }: Settings,
  { reader, dialect }: Database,
): Promise<void> {
  const id = await requireInstallationId(reader)
  const marker: Marker = { id, database: dialect, payments, version: readVersion() }
  const file = join(dataDir, MARKER)
  const text = JSON.stringify(marker)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Returns the version of the program that last used a data folder; undefined if none is known. */
export function readLastVersion(dataDir: string): string | undefined {
  return readMarker(dataDir)?.version
}

function readMarker(folder: string): Marker | undefined {
  try {
    const kept: unknown = JSON.parse(readFileSync(join(folder, MARKER), 'utf8'))
    return markerSchema.safeParse(kept).data
  } catch {
    // Missing, as on a first start.
    return undefined
  }
}
