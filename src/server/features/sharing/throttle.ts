/**
 * Starts one piece of work at a time, and not before an interval since the last one's start is
 * over, also if that one failed.
 */
export class Throttle {
  readonly #clock: () => number
  #begunAt: number | undefined
  #isBusy = false

  constructor({ clock }: { clock: () => number }) {
    this.#clock = clock
  }

  /** Starts the work; returns undefined if it is too early. The interval is in ms. */
  begin<Result>(intervalMs: number, work: () => Promise<Result>): Promise<Result> | undefined {
    if (this.#isBusy || this.#isWithin(intervalMs)) return undefined
    this.#isBusy = true
    this.#begunAt = this.#clock()
    return work().finally(() => {
      this.#isBusy = false
    })
  }

  #isWithin(intervalMs: number): boolean {
    if (this.#begunAt === undefined) return false
    const age = this.#clock() - this.#begunAt
    // A clock that was set back must not make the interval longer.
    return age >= 0 && age < intervalMs
  }
}
