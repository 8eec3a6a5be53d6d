/** Whose work a timer would do: the server's timers end with it, the world's go on. */
export type Owner = 'server' | 'world'

interface Timer {
  at: number
  owner: Owner
  /** Whether it only comes along when something else has made time pass. */
  isBackground: boolean
  work: () => void
}

/** The world's time. It passes only where the world lets it, and timers wait for it. */
export class VirtualClock {
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
    { owner, isBackground = false }: { owner: Owner; isBackground?: boolean },
  ): () => void {
    const timer = { at: this.now + Math.max(0, delayMs), owner, isBackground, work }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** When something is due that makes time pass; infinity where nothing waits. */
  get nextDueAt(): number {
    let nextDueAt = Infinity
    for (const { at, isBackground } of this.#timers)
      if (!isBackground) nextDueAt = Math.min(nextDueAt, at)
    return nextDueAt
  }

  /** Does the work of the earliest timer that is due; false where none is. */
  runDueTimer(): boolean {
    const earliest = this.#findEarliest()
    if (earliest === undefined || earliest.at > this.now) return false
    this.#timers.delete(earliest)
    earliest.work()
    return true
  }

  /** The process is gone, and its timers with it. */
  dropServerTimers(): void {
    for (const timer of this.#timers) if (timer.owner === 'server') this.#timers.delete(timer)
  }

  /** Of equal times the one that was set first, as the order of a set has it. */
  #findEarliest(): Timer | undefined {
    let earliest: Timer | undefined
    for (const timer of this.#timers)
      if (earliest === undefined || timer.at < earliest.at) earliest = timer
    return earliest
  }
}
