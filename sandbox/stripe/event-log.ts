import { forgetOldest } from '../forget-oldest.ts'
import { stripeId } from '../ids.ts'
import type { Delivery, ProviderDeps, StripeAccount } from '../options.ts'
import { toEvent } from './objects.ts'
import type { StripeState, Visibility } from './records.ts'

/** Stripe keeps a month of events, too many for a busy sandbox. */
const EVENTS_KEPT = 10_000

/** Gives objects their birth, and tells the shop what became of them. */
export class EventLog {
  readonly #deps: ProviderDeps
  readonly #webhookUrl: string
  readonly #state: () => StripeState
  /** How long lists may be without what is new, at most; ms. */
  mostLagMs = 0

  constructor({ webhookUrl }: StripeAccount, deps: ProviderDeps, state: () => StripeState) {
    this.#deps = deps
    this.#webhookUrl = webhookUrl
    this.#state = state
  }

  /** Unix seconds. */
  get now(): number {
    return Math.floor(this.#deps.clock() / 1000)
  }

  birth(prefix: string): { id: string; created: number } {
    return { id: stripeId(prefix, this.#deps.random), created: this.now }
  }

  /** The birth of what lists show a while later; until then its own address may find it or not. */
  lateBirth(prefix: string): { id: string; created: number } & Visibility {
    const birth = this.birth(prefix)
    if (this.mostLagMs === 0) return { ...birth, listedAt: 0, foundAt: 0 }
    const { random, clock } = this.#deps
    const listedAt = clock() + Math.round(random() * this.mostLagMs)
    return { ...birth, listedAt, foundAt: random() < 0.5 ? 0 : listedAt }
  }

  emit(type: string, object: object): void {
    const record = {
      ...this.birth('evt'),
      type,
      object: JSON.stringify(object),
      delivered: false,
    }
    const { events } = this.#state()
    events.set(record.id, record)
    forgetOldest(events, EVENTS_KEPT)
    const body = JSON.stringify(toEvent(record))
    const delivery: Delivery = { id: record.id, provider: 'stripe', url: this.#webhookUrl, body }
    this.#deps.changed()
    this.#deps.deliver(delivery)
  }
}
