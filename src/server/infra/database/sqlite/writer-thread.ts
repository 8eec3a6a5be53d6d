import { parentPort, workerData } from 'node:worker_threads'
import { Kysely } from 'kysely'
import { toFailureMessage, type FailureMessage } from '../failure-message.ts'
import { SteadySqliteDialect } from './steady-dialect.ts'
import { openDurable, toKyselyDatabase } from './node-sqlite.ts'
import { purge, PURGE } from './purge.ts'
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

/** The message from the main thread: the units of one tick, or a part of them, numbered. */
export interface BatchMessage {
  units: { id: number; unit: QueuedWrite }[]
}

/**
 * The message to the main thread after a commit: the ids of the group's units, and a result for
 * each. Flat lists, because copying objects between threads costs more than a small write does.
 */
export interface ResultsMessage {
  ids: number[]
  outputs: unknown[]
  /** The errors of failed units, by their index in the lists. */
  errors: Map<number, FailureMessage>
}

/** The `workerData` of the thread. */
export interface WriterThreadData {
  file: string
}

/**
 * Runs the writer thread: the units that arrive while a group is committed form the next group, one
 * transaction. The thread exists so that reads do not wait for the disk as a commit does. An error
 * that belongs to no unit ends it.
 */
export function serveWrites(writes: readonly AnyWrite[]): void {
  if (parentPort === null) throw new Error('The writer runs in a worker thread only.')
  const port = parentPort
  const { file } = workerData as WriterThreadData
  const connection = openDurable(file)
  const db = new Kysely<Schema>({
    dialect: new SteadySqliteDialect({ database: toKyselyDatabase(connection) }),
  })
  const findWrite = createRegistry([...writes, rawStatement])
  let waiting: BatchMessage['units'] = []
  let busy = false
  let ending = false
  let purges = 0

  async function drain(): Promise<void> {
    busy = true
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      const results = await commitBatch(
        group.map(({ unit }) => unit),
        findWrite,
        (work) => inTransaction(connection, () => work(db)),
      )
      port.postMessage(toMessage(group, results))
      // Receives the messages that arrived during the commit.
      await new Promise((resolve) => setImmediate(resolve))
    }
    for (; purges > 0; purges -= 1) port.postMessage(purge(connection))
    busy = false
    if (ending) end()
  }

  function end(): void {
    connection.close()
    port.close()
  }

  port.on('message', (message: BatchMessage | typeof PURGE | 'close') => {
    if (message === 'close') {
      ending = true
      if (!busy) end()
      return
    }
    if (message === PURGE) purges += 1
    else waiting.push(...message.units)
    if (!busy) void drain()
  })
}

function toMessage(group: BatchMessage['units'], results: readonly WriteResult[]): ResultsMessage {
  const failures = [...results.entries()].flatMap(([index, result]): [number, FailureMessage][] =>
    result.ok ? [] : [[index, toFailureMessage(result.error)]],
  )
  return {
    ids: group.map(({ id }) => id),
    outputs: results.map((result) => (result.ok ? result.output : null)),
    errors: new Map(failures),
  }
}

/** Creates the search of writes by name; an unknown name is a mistake in the composition. */
function createRegistry(writes: readonly AnyWrite[]): FindWrite {
  const byName = new Map(writes.map((write) => [write.name, write]))
  return (name) => {
    const write = byName.get(name)
    if (write === undefined) throw new Error(`The writer knows no write named "${name}".`)
    return write
  }
}
