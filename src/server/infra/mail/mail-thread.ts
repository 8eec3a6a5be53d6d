import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { MailRefusedError, MailServerError, type Mail, type Mailer } from './mailer.ts'
import type { MailBatch, MailResult, MailThreadData } from './mail-worker.ts'

/** The time without a message after which the thread ends, ms. */
const IDLE_MS = 60_000

/** The most memory for the thread's young objects, MB: each message is there for a moment. */
const YOUNG_MB = 8

interface Caller {
  resolve(): void
  reject(error: Error): void
}

/**
 * Creates a mailer whose messages are rendered and sent by a thread of their own, so that no donor
 * waits for them; `entry` is the module that calls `serveMails`. The thread starts with the first
 * message and ends a while after the last. If it ends by a failure, its messages fail, and the next
 * one starts another.
 */
export function createThreadMailer(entry: URL, data: MailThreadData, idleMs = IDLE_MS): Mailer {
  let thread: MailThread | undefined
  return {
    send: (mail) => {
      if (thread === undefined || thread.hasEnded) thread = new MailThread(entry, data, idleMs)
      return thread.send(mail)
    },
    close: async () => thread?.close(),
  }
}

class MailThread {
  readonly #worker: Worker
  readonly #callers = new Map<number, Caller>()
  readonly #idleMs: number
  #lastId = 0
  #tick: MailBatch['mails'] = []
  #idle: NodeJS.Timeout | undefined
  #cause: unknown
  hasEnded = false

  constructor(entry: URL, data: MailThreadData, idleMs: number) {
    this.#idleMs = idleMs
    this.#worker = new Worker(entry, {
      workerData: data,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    })
    this.#worker.on('message', (results: MailResult[]) => this.#settle(results))
    this.#worker.once('error', (error) => {
      this.#cause = error
    })
    this.#worker.once('exit', () => this.#fail())
  }

  send(mail: Mail): Promise<void> {
    clearTimeout(this.#idle)
    return new Promise((resolve, reject) => {
      this.#lastId += 1
      this.#callers.set(this.#lastId, { resolve, reject })
      this.#tick.push({ id: this.#lastId, mail })
      if (this.#tick.length === 1) setImmediate(() => this.#post())
    })
  }

  /** Closes the connections and ends the thread; what is not sent by then fails. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    if (this.hasEnded) return
    this.hasEnded = true
    const exited = once(this.#worker, 'exit')
    this.#worker.postMessage('close')
    await exited
  }

  #post(): void {
    const batch: MailBatch = { mails: this.#tick }
    this.#tick = []
    this.#worker.postMessage(batch)
  }

  #settle(results: readonly MailResult[]): void {
    for (const { id, failure } of results) {
      const caller = this.#callers.get(id)
      this.#callers.delete(id)
      if (failure === undefined) caller?.resolve()
      else caller?.reject(toError(failure))
    }
    if (this.#callers.size > 0 || this.hasEnded) return
    this.#idle = setTimeout(() => void this.close(), this.#idleMs)
    this.#idle.unref()
  }

  #fail(): void {
    this.hasEnded = true
    clearTimeout(this.#idle)
    const error = new Error('The thread that sends mail has ended.', { cause: this.#cause })
    for (const { reject } of this.#callers.values()) reject(error)
    this.#callers.clear()
  }
}

/** Restores a mailer's error: the way from another thread leaves it no class. */
function toError({ name, message }: NonNullable<MailResult['failure']>): Error {
  if (name === 'MailRefusedError') return new MailRefusedError(message)
  return name === 'MailServerError' ? new MailServerError(message) : new Error(message)
}
