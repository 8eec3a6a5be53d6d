import { inquire, isCancelled, isNothing, isUndecided, type Answer } from './inquiry.ts'
import {
  CONFIRMING,
  describeOutcome,
  EARLIER_UNCLEAR,
  IN_DOUBT,
  NOT_CANCELLED_YET,
  NOT_KNOWN_HERE,
  SLOW,
  type Outcome,
} from './outcome.ts'
import { findQuote, forgetCheckout, noteStep, readUnderWay, type Step } from './under-way.ts'

/** So long a payment that is being confirmed keeps the donor from beginning another. */
const PATIENCE_MS = 60_000

/** Whoever waits longer is told that this is not as usual. */
const SLOW_MS = 8_000

/** An answer that tells nothing is mostly followed at once by one that does. */
const DOUBT_MS = 1_000

export interface TabCheckoutsOptions {
  tell: (id: string, outcome: Outcome, options?: { isFleeting: boolean }) => void
  /** Takes back what was told of it. */
  withdraw: (id: string) => void
  onOver: (id: string, answer: Answer, told: EndOfCheckout) => void
  onSignedOut: (isAwaited: boolean) => void
  onChange: () => void
}

/** What is to be known of a checkout whose outcome is known. */
export interface EndOfCheckout {
  /** Whether the donor waits to hear that they have paid. */
  isAwaited: boolean
  /** The place that they were promised; null where none was. */
  quotedPosition: number | null
}

interface Entry {
  step: Step
  /** The wallet's script in this very page will say how it goes on. */
  isInHand: boolean
  /** As `performance.now()` has it. */
  since: number
  isDoubted: boolean
  slowTimer: ReturnType<typeof setTimeout> | undefined
  patienceTimer: ReturnType<typeof setTimeout> | undefined
  asked: Promise<Answer | undefined> | undefined
}

/** The checkouts that this tab has begun, until their outcome is told. */
export class TabCheckouts {
  readonly #options: TabCheckoutsOptions
  readonly #entries = new Map<string, Entry>()
  /** Of which the donor knows that they might be charged beside a new one. */
  readonly #warned = new Set<string>()
  #life = new AbortController()

  constructor(options: TabCheckoutsOptions) {
    this.#options = options
  }

  /** Whether the donor waits to hear that they have paid. */
  get isConfirming(): boolean {
    return [...this.#entries.values()].some(
      ({ step, since }) => isAwaited(step) && performance.now() - since < PATIENCE_MS,
    )
  }

  /** Whether there is any whose outcome only the server can tell. */
  get isAwaited(): boolean {
    return [...this.#entries.values()].some(isForUs)
  }

  has(id: string): boolean {
    return this.#entries.has(id)
  }

  /** Follows what the tab remembers and this page does not follow yet. */
  takeUp(): void {
    for (const [id, step] of readUnderWay()) {
      const entry = this.#entries.get(id)
      if (entry === undefined || entry.step !== step) this.#enter(id, step, false)
    }
  }

  /** Forgets them all in this page. */
  clear(): void {
    this.#life.abort()
    this.#life = new AbortController()
    for (const entry of this.#entries.values()) stopTimers(entry)
    this.#entries.clear()
    this.#warned.clear()
    this.#options.onChange()
  }

  begin(id: string, step: 'card-page' | 'wallet', quotedPosition?: number | null): void {
    this.#enter(id, step, true, quotedPosition)
  }

  /** Asks the server of all whose outcome only it can tell. */
  async look(): Promise<void> {
    const ids = [...this.#entries].filter(([, entry]) => isForUs(entry)).map(([id]) => id)
    await Promise.all(ids.map((id) => this.#ask(id)))
  }

  /** Takes a checkout to a further step and asks the server; undefined where that was given up. */
  async ask(id: string, step: 'approved' | 'turned-back'): Promise<Answer | undefined> {
    const asked = this.#entries.get(id)?.asked
    if (asked !== undefined) await asked
    this.#enter(id, step, false)
    return this.#ask(id)
  }

  /**
   * Cancels whatever has no outcome yet. False where something new must wait; the donor knows why,
   * and that whoever asks again wants it all the same.
   */
  async clearTheWay(): Promise<boolean> {
    for (const id of this.#entries.keys()) {
      const answer = await this.ask(id, 'turned-back')
      if (answer?.is === 'signed-out') continue
      const mayGoOn = this.#entries.has(id) ? this.#isWarned(id) : answer && isNothing(answer)
      if (!mayGoOn) return false
      this.#options.withdraw(id)
    }
    return true
  }

  /** Warns, and answers whether that was done before. */
  #isWarned(id: string): boolean {
    if (this.#warned.has(id)) return true
    this.#warned.add(id)
    stopTimers(this.#entries.get(id))
    this.#options.tell(id, EARLIER_UNCLEAR)
    return false
  }

  #enter(id: string, step: Step, isInHand: boolean, quotedPosition?: number | null): void {
    stopTimers(this.#entries.get(id))
    noteStep(id, step, quotedPosition)
    const entry: Entry = {
      step,
      isInHand,
      since: performance.now(),
      isDoubted: false,
      slowTimer: undefined,
      patienceTimer: undefined,
      asked: undefined,
    }
    this.#entries.set(id, entry)
    if (isAwaited(step)) {
      this.#options.tell(id, CONFIRMING)
      entry.slowTimer = setTimeout(() => this.#options.tell(id, SLOW), SLOW_MS)
      entry.patienceTimer = setTimeout(() => this.#losePatience(id, entry), PATIENCE_MS)
    }
    this.#options.onChange()
  }

  #leave(id: string): void {
    stopTimers(this.#entries.get(id))
    this.#entries.delete(id)
    this.#warned.delete(id)
    forgetCheckout(id)
    this.#options.withdraw(id)
  }

  async #ask(id: string): Promise<Answer | undefined> {
    const entry = this.#entries.get(id)
    if (entry === undefined) return undefined
    entry.asked ??= this.#inquire(id, entry).finally(() => {
      entry.asked = undefined
    })
    return entry.asked
  }

  async #inquire(id: string, entry: Entry): Promise<Answer | undefined> {
    const { signal } = this.#life
    try {
      const answer = await inquire(id, entry.step, signal)
      if (signal.aborted || this.#entries.get(id) !== entry) return undefined
      this.#hear(id, entry, answer)
      return answer
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    }
  }

  #hear(id: string, entry: Entry, answer: Answer): void {
    const { step } = entry
    if (answer.is === 'signed-out') return this.#options.onSignedOut(isAwaited(step))
    if (answer.is === 'unclear' || isUndecided(answer)) return this.#tellDoubt(id, entry, answer)
    const quotedPosition = findQuote(id)
    this.#leave(id)
    const outcome = describe(answer, step)
    if (outcome !== undefined) this.#options.tell(id, outcome, { isFleeting: isCancelled(answer) })
    this.#options.onOver(id, answer, { isAwaited: isAwaited(step), quotedPosition })
  }

  #tellDoubt(id: string, entry: Entry, { is }: Answer): void {
    const { step, isDoubted } = entry
    if (isDoubted || !(step === 'turned-back' || (step === 'approved' && is === 'unclear'))) return
    entry.isDoubted = true
    clearTimeout(entry.slowTimer)
    const doubt = step === 'approved' ? IN_DOUBT : NOT_CANCELLED_YET
    entry.slowTimer = setTimeout(() => this.#options.tell(id, doubt), DOUBT_MS)
  }

  /** From now on another payment may be begun; this one is followed on. */
  #losePatience(id: string, { step }: Entry): void {
    this.#options.tell(id, step === 'approved' ? IN_DOUBT : describeOutcome('awaiting_payer'))
    this.#options.onChange()
  }
}

function stopTimers(entry: Entry | undefined): void {
  clearTimeout(entry?.slowTimer)
  clearTimeout(entry?.patienceTimer)
}

/** Whether the donor waits to hear that they have paid. */
function isAwaited(step: Step): boolean {
  return step === 'approved' || step === 'returned'
}

function isForUs({ step, isInHand }: Entry): boolean {
  return step !== 'card-page' && !isInHand
}

/** What is to be said of an outcome here; undefined where others say it, or nobody waits for it. */
function describe(answer: Answer, step: Step): Outcome | undefined {
  switch (answer.is) {
    case 'declined':
      return { tone: 'trouble', sentence: answer.sentence }
    case 'unknown':
      return isAwaited(step) ? NOT_KNOWN_HERE : undefined
    case 'known':
      if (answer.state === 'processing' || (step === 'wallet' && isNothing(answer)))
        return undefined
      return describeOutcome(answer.state, answer.amountCents)
    case 'paid':
    case 'unclear':
    case 'signed-out':
      return undefined
  }
}
