import { drawGame, type DrawnGame } from './games.ts'
import { drawIncident, type Incident } from './incidents.ts'
import { drawRound, type DrawnRound } from './rounds.ts'
import { SeededRandom } from './seeded-random.ts'
import { VirtualClock } from './virtual-clock.ts'
import { Scheduler, type PendingEffect } from './scheduler.ts'
import { installFakeGlobals, type FakeGlobals } from './fake-globals.ts'
import { Trace } from './trace.ts'
import { NO_FAULTS, drawFaultProfile, type FaultProfile } from './fault-profile.ts'

/** The time at which each run begins, Unix ms. */
export const START_TIME_MS = Date.UTC(2027, 0, 15, 12)

/** The longest time that one effect takes. */
const MAX_STEP_MS = 40

/** Functions of the other parts that the world calls. */
export interface WorldHooks {
  /** Runs the providers' work that is due. */
  tickProviders(): void
  /** Returns whether a provider's request has no response yet. */
  isBusy(): boolean
  /** Crashes the server; `point` names the effect that did not happen. */
  crash(point: string): void
}

/**
 * Owns time, random numbers and the order of all effects. It runs one pending effect at a time, and
 * only when all other work waits.
 */
export class World {
  readonly seed: number
  readonly random: SeededRandom
  readonly virtualClock = new VirtualClock(START_TIME_MS)
  readonly scheduler = new Scheduler()
  readonly trace = new Trace(this.virtualClock)
  faultProfile: FaultProfile
  readonly incident: Incident
  /** The round that the host makes; undefined for none. */
  readonly round: DrawnRound | undefined
  /** The choice of the host and the match of a sponsor; undefined for none. */
  readonly game: DrawnGame | undefined
  /** The lead of our server's clock over the world's. */
  clockOffsetMs: number
  /** The number of crashes so far. */
  crashCount = 0
  #hooks: WorldHooks | undefined
  readonly #globals: FakeGlobals
  readonly #realSetImmediate = setImmediate

  /** Replaces the process's globals, until `restoreGlobals` is called. */
  constructor(seed: number) {
    this.seed = seed
    this.random = new SeededRandom(seed)
    this.faultProfile = drawFaultProfile(this.random.fork())
    // A generator of its own, so that runs without an incident draw the same numbers as before.
    this.incident = drawIncident(new SeededRandom(-seed))
    // Twice the seed, so that it does not follow from the incident.
    this.round = drawRound(new SeededRandom(-2 * seed))
    this.game = drawGame(new SeededRandom(-3 * seed))
    this.clockOffsetMs = this.incident.kind === 'wrong clock' ? this.incident.atFirstMs : 0
    this.#globals = installFakeGlobals(this.virtualClock, this.random.fork(), this.serverClock)
  }

  readonly clock = (): number => this.virtualClock.now

  readonly serverClock = (): number => this.virtualClock.now + this.clockOffsetMs

  connect(hooks: WorldHooks): void {
    this.#hooks = hooks
  }

  /** Ends all faults; the clocks stay different. */
  stopFaults(): void {
    this.faultProfile = { ...NO_FAULTS, skewMs: this.faultProfile.skewMs }
  }

  restoreGlobals(): void {
    this.#globals.restore()
  }

  /** Resolves when the world lets this effect happen. */
  waitForTurn(label: string): Promise<void> {
    return this.scheduler.waitForTurn(label, 'world')
  }

  sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.virtualClock.schedule(resolve, delayMs, { owner: 'world' })
    })
  }

  /** Runs one pending effect, or advances the time. */
  async step(): Promise<void> {
    await this.#runUntilIdle()
    const isSlow = this.random.chance(this.faultProfile.slowness)
    if (this.scheduler.pendingCount === 0 || isSlow) return this.#advanceTime()
    this.virtualClock.now += this.random.between(0, MAX_STEP_MS)
    this.#runEffect(this.scheduler.takeRandom(this.random))
  }

  /** Runs steps until the promise settles, and returns it. */
  async runUntilSettled<Result>(promise: Promise<Result>): Promise<Result> {
    const pending = new Set([promise])
    const markSettled = () => pending.delete(promise)
    promise.then(markSettled, markSettled)
    while (pending.size > 0) await this.step()
    return promise
  }

  /** Runs everything that is due within this time. */
  async runFor(delayMs: number): Promise<void> {
    const until = this.virtualClock.now + delayMs
    await this.#runUntilIdle()
    while (this.scheduler.pendingCount > 0 || this.virtualClock.nextDueAt <= until) {
      await this.step()
      await this.#runUntilIdle()
    }
    this.virtualClock.now = Math.max(this.virtualClock.now, until)
  }

  /** Puts the clocks forward without running what becomes due meanwhile; it runs late. */
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

  /** Advances the time to the next timer, or further unless that is due within a second. */
  #advanceTime(): void {
    const { now, nextDueAt } = this.virtualClock
    const stride = nextDueAt < now + 1_000 ? 0 : this.random.pick([0, 0, 10_000, 180_000])
    this.virtualClock.now = Math.max(Number.isFinite(nextDueAt) ? nextDueAt : now, now + stride)
  }

  /** Runs everything that is due now, until all work waits for its turn or for a timer. */
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
