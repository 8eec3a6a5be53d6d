import type { Schedule } from './schedule.ts'

const PAUSE_AFTER_FAILURE_MS = 2_000

/** A clock that jumps may make anything far; and timers of more than 24 days ring at once. */
const LONGEST_PAUSE_MS = 60 * 60 * 1000

export interface DueWorkerDeps {
  /** Does everything that is due; ends early when `isOpen` says no. */
  workOff: (isOpen: () => boolean) => Promise<void>
  /** When the next thing is due, Unix ms; undefined where nothing waits. */
  findNextDue: () => Promise<number | undefined>
  clock: () => number
  schedule: Schedule
  /** Is told why a round has failed; the next one comes by itself. */
  report: (error: unknown) => void
}

/** Works off what is kept in a table and becomes due: now, when it is woken, and at its time. */
export class DueWorker {
  readonly #deps: DueWorkerDeps
  #working: Promise<void> | undefined
  #cancelWakeUp = () => {}
  #isOpen = false
  #askedAgain = false

  constructor(deps: DueWorkerDeps) {
    this.#deps = deps
  }

  /** Begins with what is left from an earlier run. */
  start(): void {
    this.#isOpen = true
    this.wake()
  }

  /** Looks again, now or right after the round that is under way. */
  wake(): void {
    if (!this.#isOpen) return
    this.#askedAgain = true
    this.#working ??= Promise.resolve().then(() => this.#run())
  }

  /** Resolves when nothing that is due is left to do. */
  async idle(): Promise<void> {
    while (this.#working !== undefined) await this.#working
  }

  /** Ends after what is under way. */
  async close(): Promise<void> {
    this.#isOpen = false
    this.#cancelWakeUp()
    await this.#working
  }

  /** Ends in the very step in which nobody has asked again, so that no wake-up is lost. */
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
