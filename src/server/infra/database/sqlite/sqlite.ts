import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import type { Database } from '../database.ts'
import { AtomicSqliteDialect } from './atomic-dialect.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { sqliteDialect } from '../dialects.ts'
import { findUpgrade, migrate, requireKnown, type Upgrade } from '../migrate.ts'
import { openDurable, toKyselyDatabase } from './node-sqlite.ts'
import { readAppliedIn } from './peek.ts'
import type { Schema } from '../schema/schema.ts'
import { ThreadedSqliteDialect } from '../threaded-sqlite-dialect.ts'
import { openSnapshots } from './snapshots.ts'
import { startWriteThread } from './write-thread.ts'

export interface SqliteOptions {
  /** Created if it is missing; refused while another process uses it. */
  dataDir: string
  /** The module that serves the product's writes in the writer thread. */
  writerEntry: URL
  /**
   * Called before a database that was in use is migrated, while nobody has its file open; the
   * database stays as it is if this throws.
   */
  beforeUpgrade?: (upgrade: Upgrade) => Promise<void>
  /** The last migration that a new database gets; all by default. */
  upTo?: string
}

/** Opens the embedded database: this thread reads, the writer thread writes. */
export async function openSqlite(options: SqliteOptions): Promise<Database> {
  const { dataDir, writerEntry } = options
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockDataDir(dataDir)
  const file = join(dataDir, 'royale.db')
  try {
    await prepare(file, options)
  } catch (error) {
    lock.release()
    throw error
  }
  const connection = openDurable(file)
  const local = toKyselyDatabase(connection)
  const reader = new Kysely<Schema>({ dialect: new AtomicSqliteDialect({ database: local }) })
  await migrate(reader, sqliteDialect, options.upTo)
  // A write on this thread would wait for the disk, so from here on it fails.
  connection.exec('pragma query_only = on')
  const snapshots = openSnapshots(file)
  const thread = startWriteThread(writerEntry, { file })
  const autocommit = new Kysely({ dialect: new ThreadedSqliteDialect(local, thread.write) })
  return {
    dialect: 'sqlite',
    reader,
    readSnapshot: snapshots.read,
    autocommit,
    write: thread.write,
    exclusively: (work) => work(),
    purge: thread.purge,
    close: async () => {
      await thread.close()
      snapshots.close()
      connection.close()
      lock.release()
    },
  }
}

/** Refuses a newer database, and lets the caller keep an older one before it is migrated. */
async function prepare(file: string, { beforeUpgrade }: SqliteOptions): Promise<void> {
  const applied = readAppliedIn(file)
  requireKnown(applied, file)
  const upgrade = findUpgrade(applied)
  if (upgrade !== undefined) await beforeUpgrade?.(upgrade)
}
