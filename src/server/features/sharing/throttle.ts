/**
 * Lets one piece of work begin at a time, and the next one only a rest after the beginning of the
 * one before, whether that came to an end well or not.
 */
export class Throttle {
  readonly #restMs: number
  readonly #clock: () => number
  #begunAt: number | undefined
  #isBusy = false

  constructor({ restMs, clock }: { restMs: number; clock: () => number }) {
    this.#restMs = restMs
    this.#clock = clock
  }

  /** Undefined where it is too early. */
  begin<Result>(work: () => Promise<Result>): Promise<Result> | undefined {
    if (this.#isBusy || this.#isResting()) return undefined
    this.#isBusy = true
    this.#begunAt = this.#clock()
    return work().finally(() => {
      this.#isBusy = false
    })
  }

  #isResting(): boolean {
    if (this.#begunAt === undefined) return false
    const age = this.#clock() - this.#begunAt
    // A clock that was set back must not make the rest longer.
    return age >= 0 && age < this.#restMs
  }
}
