import { Worker } from 'node:worker_threads'
import type { Write } from '../database.ts'
import { fromFailureMessage } from '../failure-message.ts'
import { toWriteFailure, WriterLostError } from '../storage-failures.ts'
import type { QueuedWrite } from '../write-batch.ts'
import { PURGE, type PurgedMessage } from './purge.ts'
import type { ResultsMessage, BatchMessage, WriterThreadData } from './writer-thread.ts'

/** The main thread's side of the writer thread. */
export interface WriteThread {
  write<Input, Output>(write: Write<Input, Output>, input: Input): Promise<Output>
  /** Empties the write-ahead log once what is queued is committed. */
  purge(): Promise<void>
  /** Waits until the queued units are committed, then ends the thread. */
  close(): Promise<void>
}

/**
 * The most units of a message. The writer commits them while the main thread prepares what comes
 * next: with all 64 in one message, each thread waited for the other (a third slower).
 */
const UNITS_AT_ONCE = 16

interface Caller {
  resolve(output: unknown): void
  reject(error: Error): void
  write: string
}

/** Starts the writer thread; `entry` is the module that calls `serveWrites`. */
export function startWriteThread(entry: URL, data: WriterThreadData): WriteThread {
  const worker = new Worker(entry, { workerData: data })
  const callers = new Map<number, Caller>()
  let lastId = 0
  let ending = false
  let tick: BatchMessage['units'] = []

  function post(unit: QueuedWrite, id: number): void {
    tick.push({ id, unit })
    if (tick.length === UNITS_AT_ONCE) postTick()
    else if (tick.length === 1) setImmediate(postTick)
  }

  function postTick(): void {
    if (tick.length === 0) return
    worker.postMessage({ units: tick })
    tick = []
  }

  worker.on('message', (message: ResultsMessage | PurgedMessage) => {
    if ('purged' in message) return
    const { ids, outputs, errors } = message
    for (const [index, id] of ids.entries()) {
      const { resolve, reject, write } = takeCaller(callers, id)
      const failure = errors.get(index)
      if (failure === undefined) resolve(outputs[index])
      else reject(toWriteFailure(write, fromFailureMessage(failure)))
    }
  })
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  endWithWriter(worker, () => ending)

  return {
    write: <Input, Output>(write: Write<Input, Output>, input: Input) =>
      new Promise<Output>((resolve, reject) => {
        if (ending) throw new Error('The database is closed.')
        lastId += 1
        callers.set(lastId, { resolve, reject, write: write.name })
        post({ write: write.name, input }, lastId)
      }),
    purge: async () => {
      if (ending) throw new Error('The database is closed.')
      await requestPurge(worker)
    },
    close: async () => {
      ending = true
      await new Promise((resolve) => setImmediate(resolve))
      worker.postMessage('close')
      await exited
    },
  }
}

async function requestPurge(worker: Worker): Promise<void> {
  const { purged } = await new Promise<PurgedMessage>((resolve) => {
    const listen = (message: ResultsMessage | PurgedMessage) => {
      if (!('purged' in message)) return
      worker.off('message', listen)
      resolve(message)
    }
    worker.on('message', listen)
    // After the units of this tick.
    setImmediate(() => worker.postMessage(PURGE))
  })
  if (purged !== null) throw fromFailureMessage(purged)
}

/**
 * Ends the process when the writer thread ends, by an exception that nobody catches, since a
 * process without a writer could only refuse; it is expected to be restarted. No caller gets a
 * result: whether their work was done is not known.
 */
function endWithWriter(worker: Worker, isEnding: () => boolean): void {
  let cause: unknown
  worker.once('error', (error) => {
    // The exit event always follows; an exception thrown here may get lost.
    cause = error
  })
  worker.once('exit', (code) => {
    if (isEnding() && cause === undefined) return
    throw new WriterLostError(`The writer thread has ended with code ${code}.`, { cause })
  })
}

function takeCaller(callers: Map<number, Caller>, id: number): Caller {
  const caller = callers.get(id)
  if (caller === undefined) throw new Error(`The writer answered an unknown unit ${id}.`)
  callers.delete(id)
  return caller
}
