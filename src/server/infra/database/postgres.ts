import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool, types } from 'pg'
import type { Database, Write } from './database.ts'
import { postgresDialect } from './dialects.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import { commitUnits, type AnyWrite, type Outcome, type Unit } from './units.ts'

const ADVISORY_LOCK = 7_406_191

interface Caller {
  unit: Unit
  write: AnyWrite
  settle(outcome: Outcome): void
}

/** Opens a PostgreSQL database that several nodes may share. */
export async function openPostgres(url: string): Promise<Database> {
  // Times in ms and sums of cents stay far below 2^53, so a number holds each.
  types.setTypeParser(types.builtins.INT8, Number)
  const pool = new Pool({
    connectionString: url,
    max: 12,
  })
  const reader = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  await migrate(reader, postgresDialect)
  const queue = createGroupQueue(reader)
  return {
    dialect: 'postgres',
    reader,
    autocommit: reader,
    write: queue.write,
    exclusively: (work) => holdingAdvisoryLock(reader, work),
    close: async () => {
      await queue.idle()
      await reader.destroy()
    },
  }
}

async function holdingAdvisoryLock<Result>(
  db: Kysely<Schema>,
  work: () => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${ADVISORY_LOCK})`.execute(connection)
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${ADVISORY_LOCK})`.execute(connection)
    }
  })
}

/** Gathers what waits while a group is committed into the next group, one transaction. */
function createGroupQueue(db: Kysely<Schema>) {
  let waiting: Caller[] = []
  let running: Promise<void> | undefined

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      const outcomes = await commitGroup(db, group)
      group.forEach((caller, index) => caller.settle(outcomes[index] as Outcome))
    }
    running = undefined
  }

  return {
    write: <Input, Output>(write: Write<Input, Output>, input: Input) =>
      new Promise<Output>((resolve, reject) => {
        const settle = (outcome: Outcome) =>
          outcome.ok
            ? resolve(outcome.output as Output)
            : reject(new Error(`The write "${write.name}" failed.`, { cause: outcome.error }))
        waiting.push({ unit: { write: write.name, input }, write, settle })
        running ??= Promise.resolve().then(drain)
      }),
    idle: async () => running,
  }
}

async function commitGroup(db: Kysely<Schema>, group: readonly Caller[]): Promise<Outcome[]> {
  const byName = new Map(group.map(({ write }) => [write.name, write]))
  return commitUnits(
    group.map(({ unit }) => unit),
    (name) => byName.get(name) as AnyWrite,
    (work) => db.transaction().execute(work),
  )
}
