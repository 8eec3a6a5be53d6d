import { setImmediate } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { types } from 'pg'
import type { Database, Reader, Write } from '../database.ts'
import { postgresDialect } from '../dialects.ts'
import {
  findUpgrade,
  isUpToDate,
  migrate,
  readApplied,
  requireKnown,
  type Upgrade,
} from '../migrate.ts'
import { anyOfList } from './any-of-list.ts'
import { openPool } from './postgres-pool.ts'
import { SharedDialect } from './shared-dialect.ts'
import type { Schema } from '../schema/schema.ts'
import { readSnapshotOf } from '../snapshot.ts'
import { toWriteFailure } from '../storage-failures.ts'
import { commitBatch, type AnyWrite, type WriteResult, type QueuedWrite } from '../write-batch.ts'

const ADVISORY_LOCK = 7_406_191

/** The lock of the node that upgrades the database, for which the others wait. */
const UPGRADE_LOCK = 7_406_192

/** The longest wait for a query's answer; far longer than any query of ours takes. */
const ANSWER_TIMEOUT_MS = 15_000

interface Caller {
  unit: QueuedWrite
  write: AnyWrite
  settle(result: WriteResult): void
}

export interface PostgresOptions {
  /**
   * Called before a database that was in use is migrated, by one node alone; the database stays as
   * it is if this throws.
   */
  beforeUpgrade?: (upgrade: Upgrade, reader: Reader) => Promise<void>
}

/** Opens a PostgreSQL database that several nodes may share. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Database> {
  // Times in ms and sums of cents stay far below 2^53, so a number holds each.
  types.setTypeParser(types.builtins.INT8, Number)
  const reader = connect(url, ANSWER_TIMEOUT_MS)
  // Migrations may take long, and one node waits for those of another.
  const withoutTimeout = connect(url, 0)
  await upgrade(withoutTimeout, options)
  const queue = createGroupQueue(reader)
  return {
    dialect: 'postgres',
    reader,
    readSnapshot: (read) => readSnapshotOf(reader, read),
    autocommit: reader,
    write: queue.write,
    purge: async () => {},
    exclusively: (work) => holdingAdvisoryLock(withoutTimeout, ADVISORY_LOCK, work),
    close: async () => {
      await queue.idle()
      await reader.destroy()
      await withoutTimeout.destroy()
    },
  }
}

/** Migrates the database if it must be, by one node alone. */
async function upgrade(db: Kysely<Schema>, { beforeUpgrade }: PostgresOptions): Promise<void> {
  const applied = await readApplied(db)
  requireKnown(applied)
  if (isUpToDate(applied)) return
  await holdingAdvisoryLock(db, UPGRADE_LOCK, async (transaction) => {
    // Another node may have done it meanwhile.
    const known = await readApplied(transaction)
    const needed = findUpgrade(known)
    if (needed !== undefined) await beforeUpgrade?.(needed, db)
    if (!isUpToDate(known)) await migrate(transaction, postgresDialect)
  })
}

function connect(url: string, answerTimeoutMs: number): Kysely<Schema> {
  const pool = openPool(url, { answerTimeoutMs })
  return new Kysely<Schema>({ dialect: new SharedDialect({ pool }), plugins: [anyOfList()] })
}

/** Holds the lock by a transaction, since a pooler lends each one another session. */
async function holdingAdvisoryLock<Result>(
  db: Kysely<Schema>,
  key: number,
  work: (transaction: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${key})`.execute(transaction)
    return work(transaction)
  })
}

/**
 * Creates the queue of writes: those that wait while a group is committed form the next group, one
 * transaction. Each group begins in a turn of its own, with all units of the turn before: a group
 * takes about as many statements for one unit as for fifty.
 */
function createGroupQueue(db: Kysely<Schema>) {
  let waiting: Caller[] = []
  let running: Promise<void> | undefined

  async function drain(): Promise<void> {
    do {
      await setImmediate()
      const group = waiting
      waiting = []
      const results = await commitGroup(db, group)
      group.forEach((caller, index) => caller.settle(results[index] as WriteResult))
    } while (waiting.length > 0)
    running = undefined
  }

  return {
    write: <Input, Output>(write: Write<Input, Output>, input: Input) =>
      new Promise<Output>((resolve, reject) => {
        const settle = (result: WriteResult) =>
          result.ok
            ? resolve(result.output as Output)
            : reject(toWriteFailure(write.name, result.error))
        waiting.push({ unit: { write: write.name, input }, write, settle })
        running ??= drain()
      }),
    idle: async () => running,
  }
}

async function commitGroup(db: Kysely<Schema>, group: readonly Caller[]): Promise<WriteResult[]> {
  const byName = new Map(group.map(({ write }) => [write.name, write]))
  return commitBatch(
    group.map(({ unit }) => unit),
    (name) => byName.get(name) as AnyWrite,
    (work) => db.transaction().execute(work),
  )
}
