import { Worker } from 'node:worker_threads'
import type { Write } from './database.ts'
import type { Outcome, Unit } from './units.ts'
import type { OutcomesMessage, UnitsMessage, WriterThreadData } from './writer-thread.ts'

/** The main thread's end of the writer thread. */
export interface WriteThread {
  write<Input, Output>(write: Write<Input, Output>, input: Input): Promise<Output>
  /** Lets the waiting units be committed, then ends the thread. */
  close(): Promise<void>
}

interface Caller {
  resolve(output: unknown): void
  reject(error: Error): void
  write: string
}

/** `entry` is the module that calls `serveWrites`. */
export function startWriteThread(entry: URL, data: WriterThreadData): WriteThread {
  const worker = new Worker(entry, { workerData: data })
  const callers = new Map<number, Caller>()
  let lastId = 0
  let ending = false
  let tick: UnitsMessage['units'] = []

  function post(unit: Unit, id: number): void {
    tick.push({ id, unit })
    if (tick.length === 1) setImmediate(postTick)
  }

  function postTick(): void {
    worker.postMessage({ units: tick })
    tick = []
  }

  worker.on('message', ({ ids, outputs, errors }: OutcomesMessage) => {
    for (const [index, id] of ids.entries()) {
      const failed = errors.has(index)
      settleCaller(
        callers,
        id,
        failed ? { ok: false, error: errors.get(index) } : { ok: true, output: outputs[index] },
      )
    }
  })
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.once('exit', () => {
    for (const { reject } of callers.values()) reject(new Error('The writer thread has ended.'))
    callers.clear()
  })

  return {
    write: <Input, Output>(write: Write<Input, Output>, input: Input) =>
      new Promise<Output>((resolve, reject) => {
        if (ending) throw new Error('The database is closed.')
        lastId += 1
        callers.set(lastId, { resolve, reject, write: write.name })
        post({ write: write.name, input }, lastId)
      }),
    close: async () => {
      ending = true
      await new Promise((resolve) => setImmediate(resolve))
      worker.postMessage('close')
      await exited
    },
  }
}

function settleCaller(callers: Map<number, Caller>, id: number, outcome: Outcome): void {
  const caller = callers.get(id)
  if (caller === undefined) throw new Error(`The writer answered an unknown unit ${id}.`)
  callers.delete(id)
  if (outcome.ok) caller.resolve(outcome.output)
  else caller.reject(new Error(`The write "${caller.write}" failed.`, { cause: outcome.error }))
}
