import { drawTrouble, type Trouble } from './account-troubles.ts'
import { Chance } from './chance.ts'
import { VirtualClock } from './virtual-clock.ts'
import { Scheduler, type PendingEffect } from './scheduler.ts'
import { standInForGlobals, type GlobalStandIns } from './stand-in-globals.ts'
import { Trace } from './trace.ts'
import { NO_FAULTS, drawFaultProfile, type FaultProfile } from './fault-profile.ts'

/** When each run begins, Unix ms. */
export const BEGINNING = Date.UTC(2027, 0, 15, 12)

/** How long something takes that is let happen, at most; ms. */
const LONGEST_MOMENT_MS = 40

/** What a run consists of beside its world. */
export interface Inhabitants {
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
  readonly chance: Chance
  readonly virtualClock = new VirtualClock(BEGINNING)
  readonly scheduler = new Scheduler()
  readonly trace = new Trace(this.virtualClock)
  faultProfile: FaultProfile
  readonly trouble: Trouble
  /** How far our server's clock is ahead of the world's. */
  clockOffsetMs: number
  /** How many lives the server has behind it. */
  lives = 0
  #inhabitants: Inhabitants | undefined
  readonly #globals: GlobalStandIns
  readonly #realSetImmediate = setImmediate

  /** The process's own time stands still until `end` gives it back. */
  constructor(seed: number) {
    this.seed = seed
    this.chance = new Chance(seed)
    this.faultProfile = drawFaultProfile(this.chance.fork())
    // By a stream of its own, so that a run without trouble goes as it would if there were none.
    this.trouble = drawTrouble(new Chance(-seed))
    this.clockOffsetMs = this.trouble.kind === 'wrong clock' ? this.trouble.atFirstMs : 0
    this.#globals = standInForGlobals(this.virtualClock, this.chance.fork(), this.serverClock)
  }

  readonly clock = (): number => this.virtualClock.now

  readonly serverClock = (): number => this.virtualClock.now + this.clockOffsetMs

  inhabit(inhabitants: Inhabitants): void {
    this.#inhabitants = inhabitants
  }

  /** Nothing goes wrong from now on. */
  stopFaults(): void {
    this.faultProfile = { ...NO_FAULTS, skewMs: this.faultProfile.skewMs }
  }

  end(): void {
    this.#globals.restore()
  }

  /** For what happens in the world: resolves when its turn has come. */
  moment(label: string): Promise<void> {
    return this.scheduler.waitForTurn(label, 'world')
  }

  pass(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.virtualClock.schedule(resolve, delayMs, { owner: 'world' })
    })
  }

  /** Lets one thing happen, or time pass until something can. */
  async step(): Promise<void> {
    await this.#settleAll()
    const isSlow = this.chance.hits(this.faultProfile.slowness)
    if (this.scheduler.pendingCount === 0 || isSlow) return this.#passTime()
    this.virtualClock.now += this.chance.between(0, LONGEST_MOMENT_MS)
    this.#open(this.scheduler.takeRandom(this.chance))
  }

  /** Lets things happen until the promise settles, and answers as it does. */
  async until<Answer>(promise: Promise<Answer>): Promise<Answer> {
    const waits = new Set([promise])
    const settle = () => waits.delete(promise)
    promise.then(settle, settle)
    while (waits.size > 0) await this.step()
    return promise
  }

  /** Lets everything happen that is due within this time. */
  async rest(delayMs: number): Promise<void> {
    const until = this.virtualClock.now + delayMs
    await this.#settleAll()
    while (this.scheduler.pendingCount > 0 || this.virtualClock.nextDueAt <= until) {
      await this.step()
      await this.#settleAll()
    }
    this.virtualClock.now = Math.max(this.virtualClock.now, until)
  }

  /** Puts the clocks forward; what is due meanwhile is late. */
  jump(delayMs: number): void {
    this.virtualClock.now += delayMs
    this.trace.note(`— ${Math.round(delayMs / 60_000)} minutes pass`)
  }

  #open(effect: PendingEffect): void {
    if (effect.owner === 'server' && this.chance.hits(this.faultProfile.crashes)) {
      this.#inhabitants?.crash(effect.label)
      return
    }
    this.trace.note(effect.label)
    effect.proceed()
  }

  /** Pauses of less than a second are kept, all others may become longer. */
  #passTime(): void {
    const { now, nextDueAt } = this.virtualClock
    const stride = nextDueAt < now + 1_000 ? 0 : this.chance.pick([0, 0, 10_000, 180_000])
    this.virtualClock.now = Math.max(Number.isFinite(nextDueAt) ? nextDueAt : now, now + stride)
  }

  /** Ends when everything waits: for a gate, or for its time. */
  async #settleAll(): Promise<void> {
    do {
      await this.#settle()
      this.#inhabitants?.tickProviders()
      await this.#settle()
    } while (this.virtualClock.runDueTimer())
  }

  async #settle(): Promise<void> {
    do {
      await new Promise((resolve) => {
        this.#realSetImmediate(resolve)
      })
    } while (this.#globals.immediates > 0 || this.#inhabitants?.isBusy() === true)
  }
}
