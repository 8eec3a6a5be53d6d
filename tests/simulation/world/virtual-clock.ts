/** The owner of a timer: the server's timers end with it, the world's go on. */
export type Owner = 'server' | 'world'

interface Timer {
  at: number
  owner: Owner
  /** True if the timer does not make time pass by itself, like an unreferenced timer of Node's. */
  isBackground: boolean
  work: () => void
}

/** The simulated time. It passes only where the world advances it, and timers wait for it. */
export class VirtualClock {
  now: number
  #timers = new Set<Timer>()

  /** Sets the initial time, Unix ms. */
  constructor(now: number) {
    this.now = now
  }

  /** Calls `work` once after the delay; returns a function that cancels it. */
  schedule(
    work: () => void,
    delayMs: number,
    { owner, isBackground = false }: { owner: Owner; isBackground?: boolean },
  ): () => void {
    const timer = { at: this.now + Math.max(0, delayMs), owner, isBackground, work }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /**
   * The time at which the next timer is due, background timers aside; `Infinity` if there is none.
   */
  get nextDueAt(): number {
    let nextDueAt = Infinity
    for (const { at, isBackground } of this.#timers)
      if (!isBackground) nextDueAt = Math.min(nextDueAt, at)
    return nextDueAt
  }

  /** Runs the earliest timer that is due; returns false if there is none. */
  runDueTimer(): boolean {
    const earliest = this.#findEarliest()
    if (earliest === undefined || earliest.at > this.now) return false
    this.#timers.delete(earliest)
    earliest.work()
    return true
  }

  /** Removes the timers of a server that has crashed. */
  dropServerTimers(): void {
    for (const timer of this.#timers) if (timer.owner === 'server') this.#timers.delete(timer)
  }

  /**
   * Returns the timer that is due first; among equal times the one that was set first, as a `Set`
   * keeps that order.
   */
  #findEarliest(): Timer | undefined {
    let earliest: Timer | undefined
    for (const timer of this.#timers)
      if (earliest === undefined || timer.at < earliest.at) earliest = timer
    return earliest
  }
}
