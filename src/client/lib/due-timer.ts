/** Calls a function when it is due; what asks for it again makes it due earlier, never later. */
export class DueTimer {
  readonly #onDue: () => void
  #timer: number | undefined
  #dueAt = Infinity

  constructor(onDue: () => void) {
    this.#onDue = onDue
  }

  /** True from the time when a call is asked for until `begin`, also if its time has passed. */
  get isDue(): boolean {
    return this.#dueAt < Infinity
  }

  /** Calls after this time, ms, whatever was asked for before. */
  wait(delayMs: number): void {
    window.clearTimeout(this.#timer)
    this.#dueAt = performance.now() + delayMs
    this.#timer = window.setTimeout(this.#onDue, delayMs)
  }

  /** Waits, but no longer than it was about to: changes that go on do not put off the call. */
  waitAtMost(delayMs: number): void {
    this.wait(Math.max(0, Math.min(delayMs, this.#dueAt - performance.now())))
  }

  /** Tells that the work has begun: what is asked for from now on is another call. */
  begin(): void {
    this.#dueAt = Infinity
  }

  stop(): void {
    window.clearTimeout(this.#timer)
  }
}
