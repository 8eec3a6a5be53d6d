/** Whose work a timer would do: the server's timers end with it, the world's go on. */
export type Owner = 'server' | 'world'

interface Timer {
  at: number
  owner: Owner
  /** Whether it only comes along when something else has made time pass. */
  isPatient: boolean
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
  schedule(
    work: () => void,
    delayMs: number,
    { owner, isPatient = false }: { owner: Owner; isPatient?: boolean },
  ): () => void {
    const timer = { at: this.now + Math.max(0, delayMs), owner, isPatient, work }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** When something is due that makes time pass; infinity where nothing waits. */
  get nextAt(): number {
    let nextAt = Infinity
    for (const { at, isPatient } of this.#timers) if (!isPatient) nextAt = Math.min(nextAt, at)
    return nextAt
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
