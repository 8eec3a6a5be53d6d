/**
 * Starts one piece of work at a time, and at most one in each interval, counted from its start,
 * also if it failed.
 */
export class Throttle {
  readonly #intervalMs: number
  readonly #clock: () => number
  #begunAt: number | undefined
  #isBusy = false

  constructor({ intervalMs, clock }: { intervalMs: number; clock: () => number }) {
    this.#intervalMs = intervalMs
    this.#clock = clock
  }

  /** Starts the work; returns undefined if it is too early. */
  begin<Result>(work: () => Promise<Result>): Promise<Result> | undefined {
    if (this.#isBusy || this.#isTooEarly()) return undefined
    this.#isBusy = true
    this.#begunAt = this.#clock()
    return work().finally(() => {
      this.#isBusy = false
    })
  }

  #isTooEarly(): boolean {
    if (this.#begunAt === undefined) return false
    const age = this.#clock() - this.#begunAt
    // A clock that was set back must not make the interval longer.
    return age >= 0 && age < this.#intervalMs
  }
}
