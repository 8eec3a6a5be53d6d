/**
 * Runs an action at most once in an interval and never twice at once. A request during a run or
 * soon after it is served by one more run, so that the last one always begins after it.
 */
export class Throttle {
  readonly #action: () => Promise<void>
  readonly #intervalMs: number
  #startedAt = -Infinity
  #isRequested = false
  #isRunning = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(action: () => Promise<void>, intervalMs: number) {
    this.#action = action
    this.#intervalMs = intervalMs
  }

  request(): void {
    this.#isRequested = true
    this.#schedule()
  }

  /** Forgets a request that was not served yet. */
  cancel(): void {
    this.#isRequested = false
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #schedule(): void {
    if (!this.#isRequested || this.#isRunning || this.#timer !== undefined) return
    const waitMs = Math.max(0, this.#startedAt + this.#intervalMs - Date.now())
    this.#timer = setTimeout(() => void this.#run(), waitMs)
  }

  async #run(): Promise<void> {
    this.#timer = undefined
    this.#isRequested = false
    this.#isRunning = true
    this.#startedAt = Date.now()
    try {
      await this.#action()
    } finally {
      this.#isRunning = false
      this.#schedule()
    }
  }
}
