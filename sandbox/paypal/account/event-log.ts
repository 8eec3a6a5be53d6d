import { forgetOldest } from '../../forget-oldest.ts'
import { paypalId } from '../../ids.ts'
import type { ProviderDeps } from '../../options.ts'
import { toTime, type ApiUrls } from '../objects/objects.ts'
import type { PaypalState } from '../records/records.ts'
import { requireRecord } from '../records/require-record.ts'

/** The most events to keep. PayPal keeps a month of them, too many for a busy sandbox. */
const MAX_EVENTS = 10_000

type Resource = 'checkout-order' | 'capture' | 'refund' | 'dispute'

/** The dependencies of events. */
export interface LogDeps extends ProviderDeps {
  state: () => PaypalState
  apiUrls: () => ApiUrls
}

/** Creates the base fields of new objects, and sends events to the shop. */
export class EventLog {
  readonly #deps: LogDeps
  /** The longest delay of reads, ms. */
  maxLagMs = 0

  constructor(deps: LogDeps) {
    this.#deps = deps
  }

  createBase(): { id: string; createdAt: number; shownAt: number } {
    const createdAt = this.#deps.clock()
    return { id: this.newId(), createdAt, shownAt: createdAt + this.#drawLag() }
  }

  newId(): string {
    return paypalId(this.#deps.random)
  }

  emit(type: string, resource_type: Resource, resource: object): void {
    const id = `WH-${this.newId()}-${this.newId()}`
    const now = this.#deps.clock()
    const href = `${this.#deps.apiUrls().api}/v1/notifications/webhooks-events/${id}`
    const body = JSON.stringify({
      id,
      event_version: '1.0',
      create_time: toTime(now),
      resource_type,
      resource_version: resource_type === 'dispute' ? '1.0' : '2.0',
      event_type: type,
      resource,
      links: [
        { href, rel: 'self', method: 'GET' },
        { href: `${href}/resend`, rel: 'resend', method: 'POST' },
      ],
    })
    const { events } = this.#deps.state()
    events.set(id, { id, type, createdAt: now, body })
    forgetOldest(events, MAX_EVENTS)
    this.#deps.changed()
    this.resend(id)
  }

  #drawLag(): number {
    return this.maxLagMs === 0 ? 0 : Math.round(this.#deps.random() * this.maxLagMs)
  }

  /** Sends an event again. */
  resend(eventId: string): void {
    const { id, body } = requireRecord(this.#deps.state().events, eventId)
    this.#deps.deliver({ id, provider: 'paypal', body })
  }
}
