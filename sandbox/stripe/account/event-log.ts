import { forgetOldest } from '../../forget-oldest.ts'
import { stripeId } from '../../ids.ts'
import type { Delivery, ProviderDeps } from '../../options.ts'
import { toEvent } from '../objects/objects.ts'
import type { StripeState, Visibility } from '../records/records.ts'

/** The most events to keep. Stripe keeps a month of them, too many for a busy sandbox. */
const MAX_EVENTS = 10_000

/** Creates the base fields of new objects, and sends events to the shop. */
export class EventLog {
  readonly #deps: ProviderDeps
  readonly #state: () => StripeState
  /** The longest delay of lists, ms. */
  maxLagMs = 0

  constructor(deps: ProviderDeps, state: () => StripeState) {
    this.#deps = deps
    this.#state = state
  }

  /** The sandbox's time, Unix seconds. */
  get now(): number {
    return Math.floor(this.#deps.clock() / 1000)
  }

  createBase(prefix: string): { id: string; created: number } {
    return { id: stripeId(prefix, this.#deps.random), created: this.now }
  }

  /**
   * Creates the base fields of an object that lists show later; until then its own URL finds it or
   * not.
   */
  createDelayedBase(prefix: string): { id: string; created: number } & Visibility {
    const base = this.createBase(prefix)
    if (this.maxLagMs === 0) return { ...base, listedAt: 0, foundAt: 0 }
    const { random, clock } = this.#deps
    const listedAt = clock() + Math.round(random() * this.maxLagMs)
    return { ...base, listedAt, foundAt: random() < 0.5 ? 0 : listedAt }
  }

  emit(type: string, object: object): void {
    const record = {
      ...this.createBase('evt'),
      type,
      object: JSON.stringify(object),
      delivered: false,
    }
    const { events } = this.#state()
    events.set(record.id, record)
    forgetOldest(events, MAX_EVENTS)
    const body = JSON.stringify(toEvent(record))
    const delivery: Delivery = { id: record.id, provider: 'stripe', body }
    this.#deps.changed()
    this.#deps.deliver(delivery)
  }
}
