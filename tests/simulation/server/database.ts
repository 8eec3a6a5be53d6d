import { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import type { Database, Write } from '#server/infra/database/database.ts'
import { sqliteDialect } from '#server/infra/database/dialects.ts'
import { migrate } from '#server/infra/database/migrate.ts'
import { readSnapshotOf } from '#server/infra/database/snapshot.ts'
import { toKyselyDatabase } from '#server/infra/database/sqlite/node-sqlite.ts'
import type { Schema } from '#server/infra/database/schema/schema.ts'
import {
  commitBatch,
  type WriteResult,
  type QueuedWrite,
} from '#server/infra/database/write-batch.ts'
import { writes } from '#server/writes.ts'
import { START_TIME_MS, type World } from '../world/world.ts'

interface PendingWrite {
  unit: QueuedWrite
  resolve(output: unknown): void
  reject(error: Error): void
}

/** A database file in memory: what was committed survives every crash of the server. */
export interface Disk {
  readonly reader: Kysely<Schema>
  /**
   * Opens the file as a process does. Writes that are not committed when the process ends are lost.
   */
  connect(): Database
  /** Returns the file's current content. */
  copy(): Uint8Array
  /** Replaces the file by an earlier copy. No process may be connected. */
  restore(copy: Uint8Array): void
  close(): void
}

let template: Uint8Array | undefined

/**
 * Prepares an empty database with the product's tables. It must be called before the fake globals
 * are installed.
 */
export async function prepareTemplate(): Promise<void> {
  const connection = new DatabaseSync(':memory:')
  await migrate(kyselyOver(connection), sqliteDialect)
  // The real time of the migration would differ in each run.
  connection.exec(`update installation set created_at = ${START_TIME_MS}`)
  template ??= connection.serialize()
  connection.close()
}

/**
 * Opens SQLite in memory. Each commit waits for its turn in the scheduler, and writes that wait at
 * the same time share one commit.
 */
export function openDisk(world: World): Disk {
  if (template === undefined) throw new Error('The template has not been prepared.')
  let file = openFile(template)
  const replaced: OpenFile[] = []
  return {
    get reader() {
      return file.reader
    },
    connect: () => {
      const { connection, reader } = file
      return connect(world, reader, (units) =>
        commitBatch(units, findWrite, (work) => inTransaction(connection, () => work(reader))),
      )
    },
    copy: () => file.connection.serialize(),
    // Pending reads of the crashed server still use the file that it had open.
    restore: (copy) => {
      replaced.push(file)
      file = openFile(copy)
    },
    close: () => {
      for (const { connection } of [...replaced, file]) connection.close()
    },
  }
}

interface OpenFile {
  connection: DatabaseSync
  reader: Kysely<Schema>
}

function openFile(content: Uint8Array): OpenFile {
  const connection = new DatabaseSync(':memory:')
  connection.deserialize(content)
  connection.exec('pragma foreign_keys = on')
  return { connection, reader: kyselyOver(connection) }
}

function connect(
  world: World,
  reader: Kysely<Schema>,
  commit: (units: readonly QueuedWrite[]) => Promise<WriteResult[]>,
): Database {
  let pending: PendingWrite[] = []
  let isBusy = false

  async function drain(): Promise<void> {
    isBusy = true
    while (pending.length > 0) {
      await world.scheduler.waitForTurn(() => `commit ${namesOf(pending)}`, 'server')
      const batch = pending
      pending = []
      const outcomes = await commitOrRefuse(world, batch, commit)
      await world.scheduler.waitForTurn(`answer to the commit ${namesOf(batch)}`, 'server')
      for (const [index, write] of batch.entries()) settle(write, outcomes[index])
    }
    isBusy = false
  }

  return {
    dialect: 'sqlite',
    reader,
    readSnapshot: (read) => readSnapshotOf(reader, read),
    autocommit: reader,
    write: <Input, Output>(write: Write<Input, Output>, input: Input) =>
      new Promise<Output>((resolve, reject) => {
        // Copied as between threads, so that later changes of the input are not written.
        const unit = structuredClone({ write: write.name, input })
        pending.push({ unit, resolve, reject })
        if (!isBusy) void drain()
      }),
    exclusively: (work) => work(),
    purge: async () => {},
    close: async () => {},
  }
}

async function commitOrRefuse(
  { random, faultProfile, trace }: World,
  batch: readonly PendingWrite[],
  commit: (units: readonly QueuedWrite[]) => Promise<WriteResult[]>,
): Promise<WriteResult[]> {
  trace.count('commits', batch.length > 1 ? 'of several units' : 'of one unit')
  if (!random.chance(faultProfile.commitFaults)) return commit(batch.map(({ unit }) => unit))
  trace.note('  the database is locked')
  trace.count('faults', 'commit refused')
  return batch.map(() => ({ ok: false, error: new Error('database is locked') }))
}

function settle({ unit, resolve, reject }: PendingWrite, outcome: WriteResult | undefined): void {
  if (outcome?.ok === true) resolve(outcome.output)
  else reject(new Error(`The write "${unit.write}" failed.`, { cause: outcome?.error }))
}

function namesOf(batch: readonly PendingWrite[]): string {
  return [...new Set(batch.map(({ unit }) => unit.write))].join(' + ')
}

const registry = new Map(writes.map((write) => [write.name, write]))

function findWrite(name: string) {
  const write = registry.get(name)
  if (write === undefined) throw new Error(`The writer knows no write named "${name}".`)
  return write
}

function kyselyOver(connection: DatabaseSync): Kysely<Schema> {
  return new Kysely({ dialect: new SqliteDialect({ database: toKyselyDatabase(connection) }) })
}

async function inTransaction<Result>(
  connection: DatabaseSync,
  work: () => Promise<Result>,
): Promise<Result> {
  connection.exec('begin immediate')
  try {
    const result = await work()
    connection.exec('commit')
    return result
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback')
    throw error
  }
}
