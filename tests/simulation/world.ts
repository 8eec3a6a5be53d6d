import { drawIncident, type Incident } from './incidents.ts'
import { SeededRandom } from './seeded-random.ts'
import { VirtualClock } from './virtual-clock.ts'
import { Scheduler, type PendingEffect } from './scheduler.ts'
import { installFakeGlobals, type FakeGlobals } from './fake-globals.ts'
import { Trace } from './trace.ts'
import { NO_FAULTS, drawFaultProfile, type FaultProfile } from './fault-profile.ts'

/** When each run begins, Unix ms. */
export const START_TIME_MS = Date.UTC(2027, 0, 15, 12)

/** How long something takes that is let happen, at most; ms. */
const MAX_STEP_MS = 40

/** What a run consists of beside its world. */
export interface WorldHooks {
  /** Does what is due at the providers. */
  tickProviders(): void
  /** Whether requests are being answered that wait for no gate. */
  isBusy(): boolean
  /** Ends the server at the named point. */
  crash(point: string): void
}

/**
 * Time, chance and the order of everything. Only the world lets anything happen: one gate at a
 * time, and not before all work is done that waits for nothing.
 */
export class World {
  readonly seed: number
  readonly random: SeededRandom
  readonly virtualClock = new VirtualClock(START_TIME_MS)
  readonly scheduler = new Scheduler()
  readonly trace = new Trace(this.virtualClock)
  faultProfile: FaultProfile
  readonly incident: Incident
  /** How far our server's clock is ahead of the world's. */
  clockOffsetMs: number
  /** How many lives the server has behind it. */
  crashCount = 0
  #hooks: WorldHooks | undefined
  readonly #globals: FakeGlobals
  readonly #realSetImmediate = setImmediate

  /** The process's own time stands still until `end` gives it back. */
  constructor(seed: number) {
    this.seed = seed
    this.random = new SeededRandom(seed)
    this.faultProfile = drawFaultProfile(this.random.fork())
    // By a stream of its own, so that a run without trouble goes as it would if there were none.
    this.incident = drawIncident(new SeededRandom(-seed))
    this.clockOffsetMs = this.incident.kind === 'wrong clock' ? this.incident.atFirstMs : 0
    this.#globals = installFakeGlobals(this.virtualClock, this.random.fork(), this.serverClock)
  }

  readonly clock = (): number => this.virtualClock.now

  readonly serverClock = (): number => this.virtualClock.now + this.clockOffsetMs

  connect(hooks: WorldHooks): void {
    this.#hooks = hooks
  }

  /** Nothing goes wrong from now on. */
  stopFaults(): void {
    this.faultProfile = { ...NO_FAULTS, skewMs: this.faultProfile.skewMs }
  }

  restoreGlobals(): void {
    this.#globals.restore()
  }

  /** For what happens in the world: resolves when its turn has come. */
  waitForTurn(label: string): Promise<void> {
    return this.scheduler.waitForTurn(label, 'world')
  }

  sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.virtualClock.schedule(resolve, delayMs, { owner: 'world' })
    })
  }

  /** Lets one thing happen, or time pass until something can. */
  async step(): Promise<void> {
    await this.#runUntilIdle()
    const isSlow = this.random.chance(this.faultProfile.slowness)
    if (this.scheduler.pendingCount === 0 || isSlow) return this.#advanceTime()
    this.virtualClock.now += this.random.between(0, MAX_STEP_MS)
    this.#runEffect(this.scheduler.takeRandom(this.random))
  }

  /** Lets things happen until the promise settles, and answers as it does. */
  async runUntilSettled<Result>(promise: Promise<Result>): Promise<Result> {
    const pending = new Set([promise])
    const markSettled = () => pending.delete(promise)
    promise.then(markSettled, markSettled)
    while (pending.size > 0) await this.step()
    return promise
  }

  /** Lets everything happen that is due within this time. */
  async runFor(delayMs: number): Promise<void> {
    const until = this.virtualClock.now + delayMs
    await this.#runUntilIdle()
    while (this.scheduler.pendingCount > 0 || this.virtualClock.nextDueAt <= until) {
      await this.step()
      await this.#runUntilIdle()
    }
    this.virtualClock.now = Math.max(this.virtualClock.now, until)
  }

  /** Puts the clocks forward; what is due meanwhile is late. */
  jump(delayMs: number): void {
    this.virtualClock.now += delayMs
    this.trace.note(`— ${Math.round(delayMs / 60_000)} minutes pass`)
  }

  #runEffect(effect: PendingEffect): void {
    if (effect.owner === 'server' && this.random.chance(this.faultProfile.crashes)) {
      this.#hooks?.crash(effect.label)
      return
    }
    this.trace.note(effect.label)
    effect.proceed()
  }

  /** Pauses of less than a second are kept, all others may become longer. */
  #advanceTime(): void {
    const { now, nextDueAt } = this.virtualClock
    const stride = nextDueAt < now + 1_000 ? 0 : this.random.pick([0, 0, 10_000, 180_000])
    this.virtualClock.now = Math.max(Number.isFinite(nextDueAt) ? nextDueAt : now, now + stride)
  }

  /** Ends when everything waits: for a gate, or for its time. */
  async #runUntilIdle(): Promise<void> {
    do {
      await this.#drainImmediates()
      this.#hooks?.tickProviders()
      await this.#drainImmediates()
    } while (this.virtualClock.runDueTimer())
  }

  async #drainImmediates(): Promise<void> {
    do {
      await new Promise((resolve) => {
        this.#realSetImmediate(resolve)
      })
    } while (this.#globals.immediates > 0 || this.#hooks?.isBusy() === true)
  }
}
