/** Whose work a timer would do: the server's timers end with it, the world's go on. */
export type Owner = 'server' | 'world'

interface Timer {
  at: number
  owner: Owner
  work: () => void
}

/** The world's time. It passes only where the world lets it, and timers wait for it. */
export class Clockwork {
  now: number
  #timers = new Set<Timer>()

  /** `now` is Unix ms. */
  constructor(now: number) {
    this.now = now
  }

  /** Calls `work` once when the time has come; answers how to call it off. */
  schedule(work: () => void, delayMs: number, owner: Owner): () => void {
    const timer = { at: this.now + Math.max(0, delayMs), owner, work }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** When the next timer is due; undefined where none waits. */
  get nextAt(): number | undefined {
    return this.#first()?.at
  }

  /** Does the work of the earliest timer that is due; false where none is. */
  fireDue(): boolean {
    const first = this.#first()
    if (first === undefined || first.at > this.now) return false
    this.#timers.delete(first)
    first.work()
    return true
  }

  /** The process is gone, and its timers with it. */
  dropOfServer(): void {
    for (const timer of this.#timers) if (timer.owner === 'server') this.#timers.delete(timer)
  }

  /** Of equal times the one that was set first, as the order of a set has it. */
  #first(): Timer | undefined {
    let first: Timer | undefined
    for (const timer of this.#timers) if (first === undefined || timer.at < first.at) first = timer
    return first
  }
}
