import { z } from 'zod'
import { newestMigration, requireKnown } from '../migrate.ts'
import { CopyError } from './copy-error.ts'
import { MARKS_TABLE, type CopySide } from './copy-side.ts'
import type { RowDigest } from './row-digest.ts'

/** The mark that names the installation that a copy is of. */
const SOURCE_MARK = ''

const markSchema = z.object({ name: z.string(), hash: z.string(), rows: z.number() })

/** The installation that a source is of, and the newest migration that it has had. */
export interface SourceFacts {
  installationId: string
  migration: string
}

/**
 * Returns what a source is, after it is certain that this version knows it. Throws a CopyError, or a
 * NewerDatabaseError.
 */
export async function requireSource(
  source: CopySide,
  { mayBeOlder }: { mayBeOlder: boolean },
): Promise<SourceFacts> {
  const tables = await source.listColumns()
  if (tables.has(MARKS_TABLE)) {
    throw new CopyError('The source is itself a copy that was cut off: finish that copy first.')
  }
  const applied = tables.has('kysely_migration') ? await readMigrations(source) : []
  requireKnown(applied)
  const migration = applied.toSorted().at(-1)
  if (migration === undefined || (!mayBeOlder && !applied.includes(newestMigration()))) {
    throw new CopyError(
      'The source has no database of this version: start the server once with it, stop it, then try again.',
    )
  }
  const [installation] = await source.query('select id from installation')
  return { installationId: z.object({ id: z.string() }).parse(installation).id, migration }
}

/**
 * Marks an empty target as a copy of this installation, unless it has the mark. Throws a CopyError
 * if it has anything else, and changes nothing then.
 */
export async function claimTarget(target: CopySide, installationId: string): Promise<void> {
  const tables = await target.listColumns()
  const applied = tables.has('kysely_migration') ? await readMigrations(target) : []
  if (applied.some((name) => name > newestMigration())) throw new CopyError(NEWER_TARGET)
  if (tables.size === 0) {
    await target.query(
      `create table ${MARKS_TABLE} as
        select '${SOURCE_MARK}' as name, '${installationId}' as hash, 0 as rows`,
    )
    return
  }
  const source = tables.has(MARKS_TABLE) ? (await readMarks(target)).get(SOURCE_MARK) : undefined
  if (source?.hash === installationId) return
  throw new CopyError(
    'The target already has other data, and was not changed: name an empty database.',
  )
}

/** Returns what an unfinished copy has of each table. */
export async function readMarks(target: CopySide): Promise<Map<string, RowDigest>> {
  const rows = await target.query(`select name, hash, rows from ${MARKS_TABLE}`)
  return new Map(
    z
      .array(markSchema)
      .parse(rows)
      .map(({ name, ...digest }) => [name, digest]),
  )
}

/** Returns the statement that marks a table as copied. */
export function markStatement(table: string, { hash, rows }: RowDigest): string {
  return `insert into ${MARKS_TABLE} (name, hash, rows) values ('${table}', '${hash}', ${rows})`
}

/** Makes the target a database like any other. */
export async function removeMarks(target: CopySide): Promise<void> {
  await target.query(`drop table ${MARKS_TABLE}`)
}

async function readMigrations(side: CopySide): Promise<string[]> {
  const rows = await side.query('select name from kysely_migration')
  return rows.map(({ name }) => String(name))
}

const NEWER_TARGET =
  'The target was written by a newer version of Donation Royale: copy with that version.'
