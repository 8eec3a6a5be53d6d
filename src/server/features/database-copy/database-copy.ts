import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { createAccountTables } from '#server/features/accounts/accounts.ts'
import { rebuildBoard } from '#server/features/leaderboard/leaderboard.ts'
import { CopyError } from '#server/infra/database/copy/copy-error.ts'
import {
  claimTarget,
  removeMarks,
  requireSource,
  type SourceFacts,
} from '#server/infra/database/copy/copy-marks.ts'
import type { CopySide } from '#server/infra/database/copy/copy-side.ts'
import {
  copyTables,
  findDifferences,
  type CopiedTable,
} from '#server/infra/database/copy/copy-tables.ts'
import { openPostgresSide } from '#server/infra/database/copy/postgres-side.ts'
import { openSqliteSide } from '#server/infra/database/copy/sqlite-side.ts'
import type { Database, Reader } from '#server/infra/database/database.ts'
import { requireKnown } from '#server/infra/database/migrate.ts'
import { openPostgres } from '#server/infra/database/postgres/postgres.ts'
import { readAppliedIn } from '#server/infra/database/sqlite/peek.ts'
import { openSqlite } from '#server/infra/database/sqlite/sqlite.ts'

/** A database: the data folder of the embedded one, or the URL of one on PostgreSQL. */
export type DatabasePlace = { dataDir: string } | { url: string }

export interface CopyOptions {
  from: DatabasePlace
  /** An empty database, or the same copy, cut off; a folder is created if it is missing. */
  to: DatabasePlace
  /** True to copy while nodes use the source on PostgreSQL; what they write later is not in it. */
  isOnline?: boolean
  /** True to copy an older database too, which the target is then as old as. */
  mayBeOlder?: boolean
  /** Is called after each table. */
  onTable?: (table: CopiedTable) => void
}

/**
 * Copies all tables between SQLite and PostgreSQL, from one moment of the source, and compares both
 * in the end. Throws a CopyError with a sentence if it cannot be done or the copy differs; then the
 * target is no installation yet, and the next run goes on with it.
 */
export async function copyDatabase(options: CopyOptions): Promise<CopiedTable[]> {
  const { from, to, isOnline = false, mayBeOlder = false, onTable = () => {} } = options
  requirePlaces(from, to)
  const source = await openSide(from, { role: 'source', isAlone: !isOnline })
  try {
    await prepareTarget(to, await requireSource(source, { mayBeOlder }))
    const target = await openSide(to, { role: 'target', isAlone: true })
    try {
      const shapes = (await (source.readShapes ?? target.readShapes)?.()) ?? []
      const tables = await copyTables({ source, target, shapes, onTable })
      refuseDifferences([
        ...(await findDifferences({ source, target, shapes, onTable }, tables)),
        ...(await compareBoards(source.reader, target.reader)),
      ])
      await target.settle()
      await removeMarks(target)
      return tables
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

function requirePlaces(from: DatabasePlace, to: DatabasePlace): void {
  if ('url' in from === 'url' in to) {
    throw new CopyError(
      'A copy goes from SQLite to PostgreSQL or back: name a database of the other kind.',
    )
  }
  if ('url' in from) return
  const file = join(from.dataDir, DATABASE_FILE)
  if (existsSync(file)) return requireKnown(readAppliedIn(file), file)
  throw new CopyError(`There is no database in ${from.dataDir}: set DATA_DIR to the data folder.`)
}

const DATABASE_FILE = 'royale.db'

/** Claims the target for this copy, then creates the tables in it as a server does. */
async function prepareTarget(
  to: DatabasePlace,
  { installationId, migration }: SourceFacts,
): Promise<void> {
  if ('dataDir' in to) mkdirSync(to.dataDir, { recursive: true, mode: 0o700 })
  const side = await openSide(to, { role: 'target', isAlone: true })
  try {
    await claimTarget(side, installationId)
  } finally {
    await side.close()
  }
  const database = await openDatabase(to, migration)
  try {
    await createAccountTables(database)
  } finally {
    await database.close()
  }
}

async function openSide(
  place: DatabasePlace,
  options: { role: 'source' | 'target'; isAlone: boolean },
): Promise<CopySide> {
  return 'url' in place
    ? openPostgresSide(place.url, options)
    : openSqliteSide(place.dataDir, options.role)
}

/** Opens the target with the tables as they were after a migration. */
async function openDatabase(place: DatabasePlace, upTo: string): Promise<Database> {
  if ('url' in place) return openPostgres(place.url)
  const { dataDir } = place
  return openSqlite({ dataDir, upTo, writerEntry: new URL(import.meta.resolve('#writer')) })
}

/** Builds the boards of both modes from both databases; returns what differs. */
async function compareBoards(source: Reader, target: Reader): Promise<string[]> {
  const differences: string[] = []
  for (const livemode of [0, 1] as const) {
    const [ours, theirs] = [
      await rebuildBoard(source, livemode),
      await rebuildBoard(target, livemode),
    ]
    if (!isDeepStrictEqual(ours, theirs)) {
      differences.push(`the board of ${livemode === 1 ? 'live' : 'test'} donations is another`)
    }
  }
  return differences
}

function refuseDifferences(differences: readonly string[]): void {
  if (differences.length === 0) return
  throw new CopyError(
    `The copy differs from its source, and must not be used: ${differences.join('; ')}. Empty the target, then copy again.`,
  )
}
