import type { Schedule } from './schedule.ts'
import { runApart } from './work-context.ts'

const PAUSE_AFTER_FAILURE_MS = 2_000

/**
 * The longest pause, ms. A clock that jumps can make a due time far off, and timers of more than 24
 * days fire at once.
 */
const LONGEST_PAUSE_MS = 60 * 60 * 1000

export interface DueWorkerDeps {
  /** Does everything that is due; ends early when `isOpen` returns false. */
  workOff: (isOpen: () => boolean) => Promise<void>
  /** Returns the time when the next task is due, Unix ms, or undefined if none waits. */
  findNextDue: () => Promise<number | undefined>
  clock: () => number
  schedule: Schedule
  /** Called with the error of a failed round; the next round starts by itself. */
  report: (error: unknown) => void
}

/**
 * Does the tasks that a table holds when they are due: at the start, when woken, and at their time.
 */
export class DueWorker {
  readonly #deps: DueWorkerDeps
  #working: Promise<void> | undefined
  #cancelWakeUp = () => {}
  #isOpen = false
  #askedAgain = false

  constructor(deps: DueWorkerDeps) {
    this.#deps = deps
  }

  /** Starts with the tasks that are left from an earlier run. */
  start(): void {
    this.#isOpen = true
    this.wake()
  }

  /** Starts a round, now or right after the one that is running. */
  wake(): void {
    if (!this.#isOpen) return
    this.#askedAgain = true
    this.#working ??= runApart(() => Promise.resolve().then(() => this.#run()))
  }

  /** Resolves when nothing that is due is left to do. */
  async idle(): Promise<void> {
    while (this.#working !== undefined) await this.#working
  }

  /** Stops after the round that is running. */
  async close(): Promise<void> {
    this.#isOpen = false
    this.#cancelWakeUp()
    await this.#working
  }

  /**
   * Runs rounds until none was asked for. It ends in the same synchronous step in which it checks
   * that, so that no wake-up is lost.
   */
  async #run(): Promise<void> {
    while (this.#askedAgain && this.#isOpen) {
      this.#askedAgain = false
      try {
        await this.#doRound()
      } catch (error) {
        this.#deps.report(error)
        this.#askedAgain = false
        this.#wakeAfter(PAUSE_AFTER_FAILURE_MS)
      }
    }
    this.#working = undefined
  }

  async #doRound(): Promise<void> {
    const { workOff, findNextDue, clock } = this.#deps
    this.#cancelWakeUp()
    await workOff(() => this.#isOpen)
    const next = await findNextDue()
    if (next === undefined) return
    this.#wakeAfter(Math.min(Math.max(0, next - clock()), LONGEST_PAUSE_MS))
  }

  #wakeAfter(delayMs: number): void {
    this.#cancelWakeUp()
    if (this.#isOpen) this.#cancelWakeUp = this.#deps.schedule(() => this.wake(), delayMs)
  }
}
