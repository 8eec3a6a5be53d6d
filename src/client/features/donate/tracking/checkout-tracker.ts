import { NOTHING_TAKEN, type PaymentsView, type Taken } from './payments-view.ts'
import { fetchCheckoutStatus, isUnpaid, type CheckoutStatus } from './checkout-status.ts'
import {
  findQuotedPosition,
  forgetCheckout,
  readOpenCheckouts,
  saveStep,
} from './checkout-storage.ts'
import {
  isConfirming,
  isUnderWay,
  needsPolling,
  transition,
  type TrackedCheckout,
  type TrackingEffect,
  type TrackingEvent,
  type TrackingTimer,
} from './checkout-transitions.ts'

const TIMER_MS: Record<TrackingTimer, number> = { slow: 8_000, overdue: 60_000, uncertain: 1_000 }

/** An effect that the tracker's owner carries out. */
export type TrackerEffect =
  | Extract<TrackingEffect, { type: 'show-notice' | 'withdraw-notice' | 'signed-out' }>
  | EndOfCheckout

export interface EndOfCheckout extends Extract<TrackingEffect, { type: 'end' }> {
  /** The position that the donor was quoted; null if none was. */
  quotedPosition: number | null
}

export interface CheckoutTrackerOptions {
  onEffect: (id: string, effect: TrackerEffect) => void
  onChange: () => void
}

interface Tracking {
  state: TrackedCheckout
  timers: Map<TrackingTimer, ReturnType<typeof setTimeout>>
  request: Promise<CheckoutStatus | undefined> | undefined
}

/** Follows the checkouts that this tab has begun, by their transition table. */
export class CheckoutTracker {
  readonly #options: CheckoutTrackerOptions
  readonly #tracked = new Map<string, Tracking>()
  #abortController = new AbortController()
  #taken = NOTHING_TAKEN

  constructor(options: CheckoutTrackerOptions) {
    this.#options = options
  }

  /** True while the donor waits to hear that they have paid. */
  get isConfirming(): boolean {
    return this.#states().some(isConfirming)
  }

  /** The state of all checkouts together, as the page shows it. */
  get view(): Pick<PaymentsView, 'isConfirming' | 'isUnderWay' | 'taken'> {
    return {
      isConfirming: this.isConfirming,
      isUnderWay: this.#states().some(isUnderWay),
      taken: this.#taken,
    }
  }

  /** True while the outcome of some checkout is known only to the server. */
  get needsPolling(): boolean {
    return this.#states().some(needsPolling)
  }

  has(id: string): boolean {
    return this.#tracked.has(id)
  }

  /** Follows the stored checkouts that this page does not follow yet. */
  restore(): void {
    for (const [id, step] of readOpenCheckouts()) this.#dispatch(id, { type: 'restored', step })
  }

  /** Stops following all of them in this page; they stay stored in the tab. */
  clear(): void {
    this.#abortController.abort()
    this.#abortController = new AbortController()
    for (const { timers } of this.#tracked.values()) timers.forEach(clearTimeout)
    this.#tracked.clear()
    this.#options.onChange()
  }

  /** Follows a checkout; an undefined `quotedPosition` keeps the earlier one. */
  begin(id: string, step: 'card-page' | 'wallet', quotedPosition?: number | null): void {
    if (quotedPosition !== undefined) saveStep(id, step, quotedPosition)
    this.#dispatch(id, { type: 'begun', step })
  }

  /** Asks the server for the status of every checkout whose outcome only it knows. */
  async refresh(): Promise<void> {
    const due = [...this.#tracked].filter(([, { state }]) => needsPolling(state))
    await Promise.all(due.map(([id]) => this.#refreshStatus(id)))
  }

  /** Moves a checkout on and asks the server for its status; undefined if that was aborted. */
  async advance(
    id: string,
    type: 'approved' | 'window-lost' | 'turned-back',
  ): Promise<CheckoutStatus | undefined> {
    const request = this.#tracked.get(id)?.request
    // Without a request the step is taken at once: the page must not offer to pay meanwhile.
    if (request !== undefined) await request
    this.#dispatch(id, { type })
    return this.#refreshStatus(id)
  }

  /**
   * Cancels every checkout without an outcome. Returns false if a new payment must wait; the donor
   * has been told why, and that a second press means paying all the same.
   */
  async cancelOpenCheckouts(): Promise<boolean> {
    for (const id of this.#tracked.keys()) {
      const status = await this.advance(id, 'turned-back')
      if (status?.kind === 'signed-out') continue
      const tracking = this.#tracked.get(id)
      const mayGoOn = tracking ? tracking.state.isWarned : status !== undefined && isUnpaid(status)
      if (tracking) this.#dispatch(id, { type: 'blocked-another' })
      if (!mayGoOn) return false
      if (!tracking) this.#options.onEffect(id, { type: 'withdraw-notice' })
    }
    return true
  }

  #states(): TrackedCheckout[] {
    return [...this.#tracked.values()].map(({ state }) => state)
  }

  #dispatch(id: string, event: TrackingEvent): void {
    const before = this.#tracked.get(id)
    const previous = before?.state
    const { next, effects } = transition(previous, event)
    // A response that was requested at an earlier step does not belong to this step.
    const isNewStep = effects.some(({ type }) => type === 'save')
    const timers = before?.timers ?? new Map<TrackingTimer, ReturnType<typeof setTimeout>>()
    if (next === undefined) this.#tracked.delete(id)
    else if (before === undefined || isNewStep) {
      this.#tracked.set(id, { state: next, timers, request: undefined })
    } else before.state = next
    for (const effect of effects) this.#applyEffect(id, effect, timers)
    if (next !== previous) this.#options.onChange()
  }

  #applyEffect(id: string, effect: TrackingEffect, timers: Tracking['timers']): void {
    switch (effect.type) {
      case 'start':
        return this.#startTimer(id, effect.timer, timers)
      case 'stop':
        return clearTimeout(timers.get(effect.timer))
      case 'save':
        return saveStep(id, effect.step)
      case 'end': {
        const quotedPosition = findQuotedPosition(id)
        forgetCheckout(id)
        this.#taken = countTaken(this.#taken, effect.status)
        return this.#options.onEffect(id, { ...effect, quotedPosition })
      }
      case 'show-notice':
      case 'withdraw-notice':
      case 'signed-out':
        return this.#options.onEffect(id, effect)
    }
  }

  #startTimer(id: string, timer: TrackingTimer, timers: Tracking['timers']): void {
    clearTimeout(timers.get(timer))
    const handleTimeout = () => this.#dispatch(id, { type: 'timer', timer })
    timers.set(timer, setTimeout(handleTimeout, TIMER_MS[timer]))
  }

  async #refreshStatus(id: string): Promise<CheckoutStatus | undefined> {
    const tracking = this.#tracked.get(id)
    if (tracking === undefined) return undefined
    tracking.request ??= this.#fetchStatus(id, tracking).finally(() => {
      tracking.request = undefined
    })
    return tracking.request
  }

  async #fetchStatus(id: string, tracking: Tracking): Promise<CheckoutStatus | undefined> {
    const { signal } = this.#abortController
    try {
      const status = await fetchCheckoutStatus(id, tracking.state.step, signal)
      if (signal.aborted || this.#tracked.get(id) !== tracking) return undefined
      this.#dispatch(id, { type: 'answered', status })
      return status
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    }
  }
}

function countTaken(taken: Taken, status: CheckoutStatus): Taken {
  const count = taken.count + 1
  if (status.kind === 'paid') return { count, amountCents: status.donation?.amountCents }
  const isProcessing = status.kind === 'not-paid' && status.state === 'processing'
  return isProcessing ? { count, amountCents: status.amountCents } : taken
}
