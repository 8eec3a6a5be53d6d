import { randomUUID } from 'node:crypto'
import type { Schedule } from './schedule.ts'

export interface FairQueueLimits {
  /** The number of tasks that run at the same time. */
  concurrency: number
  /** The number of tasks that may wait in all. */
  maxWaiting: number
  /** The number of tasks that may wait for one client. */
  maxWaitingPerClient: number
  /** The longest time that a task waits, ms. */
  maxWaitMs: number
}

export interface FairQueueOptions extends FairQueueLimits {
  schedule: Schedule
  /** Builds the error for work that is refused, or has waited too long. */
  refuse: () => Error
}

interface Waiter {
  clientKey: string
  start: () => void
  refuse: () => void
}

/**
 * Runs a few tasks at a time, and lets clients take turns. Refuses a task if the queue is full for it,
 * if a client with fewer tasks needs its place, or if it waits too long.
 */
export class FairQueue {
  readonly #options: FairQueueOptions
  /** The waiting tasks by client; the client whose turn is next comes first. */
  readonly #waiting = new Map<string, Waiter[]>()
  #waitingCount = 0
  #runningCount = 0

  constructor(options: FairQueueOptions) {
    this.#options = options
  }

  get running(): number {
    return this.#runningCount
  }

  get waiting(): number {
    return this.#waitingCount
  }

  /** Runs the work when it is this client's turn; rejects with `refuse()` if it is not taken. */
  run<Result>(clientKey: string, work: () => Promise<Result>): Promise<Result> {
    return this.#do(work, () => this.#waitForTurn(clientKey))
  }

  /**
   * Runs the work in its turn and never refuses it, for work that has begun and must be completed.
   * The caller must ensure that there is little of it.
   */
  runWithoutLimit<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#do(work, () => this.#waitWithoutLimit())
  }

  async #do<Result>(work: () => Promise<Result>, turn: () => Promise<void>): Promise<Result> {
    if (this.#runningCount < this.#options.concurrency) this.#runningCount += 1
    else await turn()
    try {
      return await work()
    } finally {
      this.#startNext()
    }
  }

  #waitWithoutLimit(): Promise<void> {
    // As a client with a single task it is never the longest queue, and so is never dropped.
    const clientKey = randomUUID()
    return new Promise((resolve, reject) => {
      this.#enqueue({ clientKey, start: resolve, refuse: () => reject(this.#options.refuse()) })
    })
  }

  async #waitForTurn(clientKey: string): Promise<void> {
    const { maxWaitMs, maxWaitingPerClient, schedule, refuse } = this.#options
    const ofClient = this.#waiting.get(clientKey)?.length ?? 0
    if (ofClient >= maxWaitingPerClient || !this.#makeRoomFor(ofClient)) throw refuse()
    await new Promise<void>((resolve, reject) => {
      const cancel = schedule(() => this.#giveUp(waiter), maxWaitMs)
      const waiter: Waiter = {
        clientKey,
        start: () => {
          cancel()
          resolve()
        },
        refuse: () => {
          cancel()
          reject(refuse())
        },
      }
      this.#enqueue(waiter)
    })
  }

  /**
   * Makes room in a full queue: drops the last task of the client that has the most, for one that
   * has fewer.
   */
  #makeRoomFor(ofClient: number): boolean {
    if (this.#waitingCount < this.#options.maxWaiting) return true
    let longest: Waiter[] = []
    for (const waiters of this.#waiting.values()) {
      if (waiters.length > longest.length) longest = waiters
    }
    const dropped = longest.length > ofClient + 1 ? longest.at(-1) : undefined
    if (dropped === undefined) return false
    this.#giveUp(dropped)
    return true
  }

  #enqueue(waiter: Waiter): void {
    const waiters = this.#waiting.get(waiter.clientKey)
    if (waiters === undefined) this.#waiting.set(waiter.clientKey, [waiter])
    else waiters.push(waiter)
    this.#waitingCount += 1
  }

  #giveUp(waiter: Waiter): void {
    const waiters = this.#waiting.get(waiter.clientKey) ?? []
    waiters.splice(waiters.indexOf(waiter), 1)
    if (waiters.length === 0) this.#waiting.delete(waiter.clientKey)
    this.#waitingCount -= 1
    waiter.refuse()
  }

  /** Gives the place of ended work to the client whose turn it is, who then goes to the back. */
  #startNext(): void {
    const next = this.#waiting.entries().next().value
    if (next === undefined) {
      this.#runningCount -= 1
      return
    }
    const [clientKey, [first, ...rest]] = next
    this.#waiting.delete(clientKey)
    if (rest.length > 0) this.#waiting.set(clientKey, rest)
    this.#waitingCount -= 1
    first?.start()
  }
}
