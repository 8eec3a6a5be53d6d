import { randomUUID } from 'node:crypto'
import type { Schedule } from './schedule.ts'

export interface FairQueueLimits {
  /** How much is worked on at the same time. */
  concurrency: number
  /** How much waits in all. */
  maxWaiting: number
  /** How much waits for one client. */
  maxWaitingPerClient: number
  /** How long anything waits. */
  maxWaitMs: number
}

export interface FairQueueOptions extends FairQueueLimits {
  schedule: Schedule
  /** Builds the error for work that is not taken, or has waited too long. */
  refuse: () => Error
}

interface Waiter {
  client: string
  start: () => void
  refuse: () => void
}

/**
 * Does expensive work a few at a time. Clients take turns, however much each of them asks for, and
 * everything is bounded: what cannot be done soon is refused at once instead of being kept.
 */
export class FairQueue {
  readonly #options: FairQueueOptions
  /** By client; the one whose turn is next comes first. */
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

  /** Does the work when it is this client's turn; rejects with the refusal when it is not taken. */
  run<Result>(client: string, work: () => Promise<Result>): Promise<Result> {
    return this.#do(work, () => this.#waitForTurn(client))
  }

  /**
   * Does the work in its turn, but never refuses it: for what has begun and must not end half done.
   * The caller sees to it that there is little of it.
   */
  runSurely<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#do(work, () => this.#waitSurely())
  }

  async #do<Result>(work: () => Promise<Result>, turn: () => Promise<void>): Promise<Result> {
    if (this.#runningCount < this.#options.concurrency) this.#runningCount += 1
    else await turn()
    try {
      return await work()
    } finally {
      this.#passOn()
    }
  }

  #waitSurely(): Promise<void> {
    // As a client of its own it has less than anybody else, and so is never dropped for them.
    const client = randomUUID()
    return new Promise((resolve, reject) => {
      this.#enqueue({ client, start: resolve, refuse: () => reject(this.#options.refuse()) })
    })
  }

  async #waitForTurn(client: string): Promise<void> {
    const { maxWaitMs, maxWaitingPerClient, schedule, refuse } = this.#options
    const ofClient = this.#waiting.get(client)?.length ?? 0
    if (ofClient >= maxWaitingPerClient || !this.#makeRoomFor(ofClient)) throw refuse()
    await new Promise<void>((resolve, reject) => {
      const cancel = schedule(() => this.#giveUp(waiter), maxWaitMs)
      const waiter: Waiter = {
        client,
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

  /** A full queue drops the last work of the client that has the most, for one that has less. */
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
    const waiters = this.#waiting.get(waiter.client)
    if (waiters === undefined) this.#waiting.set(waiter.client, [waiter])
    else waiters.push(waiter)
    this.#waitingCount += 1
  }

  #giveUp(waiter: Waiter): void {
    const waiters = this.#waiting.get(waiter.client) ?? []
    waiters.splice(waiters.indexOf(waiter), 1)
    if (waiters.length === 0) this.#waiting.delete(waiter.client)
    this.#waitingCount -= 1
    waiter.refuse()
  }

  /** Hands the place of ended work to the client whose turn it is, who then goes to the back. */
  #passOn(): void {
    const next = this.#waiting.entries().next().value
    if (next === undefined) {
      this.#runningCount -= 1
      return
    }
    const [client, [first, ...rest]] = next
    this.#waiting.delete(client)
    if (rest.length > 0) this.#waiting.set(client, rest)
    this.#waitingCount -= 1
    first?.start()
  }
}
