import { parentPort, workerData } from 'node:worker_threads'
import { Kysely, SqliteDialect } from 'kysely'
import { toFailureMessage, type FailureMessage } from '../failure-message.ts'
import { openDurable, toKyselyDatabase } from './node-sqlite.ts'
import type { Schema } from '../schema/schema.ts'
import { inTransaction } from './sqlite-transaction.ts'
import {
  commitBatch,
  rawStatement,
  type AnyWrite,
  type FindWrite,
  type WriteResult,
  type QueuedWrite,
} from '../write-batch.ts'

/** What the main thread sends: the units of one tick, numbered. */
export interface BatchMessage {
  units: { id: number; unit: QueuedWrite }[]
}

/**
 * What it gets back after the commit, in one message a group: the numbers, and an outcome for each.
 * Flat lists, because copying objects between threads costs more than a small write does.
 */
export interface ResultsMessage {
  ids: number[]
  outputs: unknown[]
  /** Why units failed, by their place in the list. */
  errors: Map<number, FailureMessage>
}

/** `workerData` of the thread. */
export interface WriterThreadData {
  file: string
}

/**
 * The body of the writer thread: everything that arrived while the last group was committed forms
 * the next group, one transaction. The thread exists because a commit waits for the disk, and
 * nobody who only reads shall wait with it. A failure that is nobody's answer ends it.
 */
export function serveWrites(writes: readonly AnyWrite[]): void {
  if (parentPort === null) throw new Error('The writer runs in a worker thread only.')
  const port = parentPort
  const { file } = workerData as WriterThreadData
  const connection = openDurable(file)
  const db = new Kysely<Schema>({
    dialect: new SqliteDialect({ database: toKyselyDatabase(connection) }),
  })
  const findWrite = createRegistry([...writes, rawStatement])
  let waiting: BatchMessage['units'] = []
  let busy = false
  let ending = false

  async function drain(): Promise<void> {
    busy = true
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      const outcomes = await commitBatch(
        group.map(({ unit }) => unit),
        findWrite,
        (work) => inTransaction(connection, () => work(db)),
      )
      port.postMessage(toMessage(group, outcomes))
      // Lets the messages in that arrived during the commit.
      await new Promise((resolve) => setImmediate(resolve))
    }
    busy = false
    if (ending) end()
  }

  function end(): void {
    connection.close()
    port.close()
  }

  port.on('message', (message: BatchMessage | 'close') => {
    if (message === 'close') {
      ending = true
      if (!busy) end()
      return
    }
    waiting.push(...message.units)
    if (!busy) void drain()
  })
}

function toMessage(group: BatchMessage['units'], outcomes: readonly WriteResult[]): ResultsMessage {
  const failures = [...outcomes.entries()].flatMap(([index, outcome]): [number, FailureMessage][] =>
    outcome.ok ? [] : [[index, toFailureMessage(outcome.error)]],
  )
  return {
    ids: group.map(({ id }) => id),
    outputs: outcomes.map((outcome) => (outcome.ok ? outcome.output : null)),
    errors: new Map(failures),
  }
}

/** Finds a write by its name; an unknown name is a mistake in the composition. */
function createRegistry(writes: readonly AnyWrite[]): FindWrite {
  const byName = new Map(writes.map((write) => [write.name, write]))
  return (name) => {
    const write = byName.get(name)
    if (write === undefined) throw new Error(`The writer knows no write named "${name}".`)
    return write
  }
}
