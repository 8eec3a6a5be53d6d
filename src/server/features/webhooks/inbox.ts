import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'
import type { Database } from '../../infra/database/database.ts'
import type { PaymentProvider } from '../../payments/provider.ts'
import type { Checkouts } from '../checkouts/checkouts.ts'
import {
  deferEvent,
  findDueEvents,
  findNextDue,
  finishEvent,
  storeEvents,
  type WebhookEventRow,
} from './store.ts'

const BATCH = 100
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 15 * 60 * 1000
const MAX_ATTEMPTS = 20

export interface InboxDeps {
  database: Database
  checkouts: Pick<Checkouts, 'settleRef'>
  clock: () => number
  logger: Pick<Logger, 'warn' | 'error'>
}

/** Webhook events: stored first, worked off in order of arrival. */
export class Inbox {
  readonly #deps: InboxDeps
  #working: Promise<void> | undefined
  #wakeUp: NodeJS.Timeout | undefined
  #isOpen = false
  #askedAgain = false

  constructor(deps: InboxDeps) {
    this.#deps = deps
  }

  /**
   * Verifies an event and stores it, once however often it comes; it is worked off later. Fails
   * with `invalid-argument` where the signature does not hold; then nothing is stored.
   */
  async receive(
    provider: PaymentProvider,
    rawBody: Buffer,
    headers: IncomingHttpHeaders,
  ): Promise<void> {
    const event = await provider.verifyEvent(rawBody, headers)
    const now = this.#deps.clock()
    await this.#deps.database.write(storeEvents, {
      provider: provider.name,
      event_id: event.id,
      type: event.type,
      payment_ref: event.paymentRef,
      payload: rawBody.toString('utf8'),
      received_at: now,
      attempts: 0,
      next_attempt_at: now,
      handled_at: null,
      outcome: null,
    })
    setImmediate(() => this.#work())
  }

  /** Begins to work off what is stored, also from an earlier run. */
  start(): void {
    this.#isOpen = true
    this.#work()
  }

  /** Resolves when nothing that is due is left to do. */
  async idle(): Promise<void> {
    while (this.#working !== undefined) await this.#working
  }

  async close(): Promise<void> {
    this.#isOpen = false
    clearTimeout(this.#wakeUp)
    await this.#working
  }

  #work(): void {
    if (!this.#isOpen) return
    this.#askedAgain = true
    this.#working ??= this.#drain()
      .catch((error: unknown) => {
        this.#deps.logger.error({ err: error }, 'webhook inbox failed')
        this.#wakeAfter(FIRST_RETRY_MS)
      })
      .finally(() => {
        this.#working = undefined
      })
  }

  async #drain(): Promise<void> {
    clearTimeout(this.#wakeUp)
    while (this.#askedAgain && this.#isOpen) {
      this.#askedAgain = false
      await this.#handleDue()
      const next = await findNextDue(this.#deps.database.reader)
      if (next !== undefined) this.#wakeAfter(Math.max(0, next - this.#deps.clock()))
    }
  }

  #wakeAfter(delayMs: number): void {
    clearTimeout(this.#wakeUp)
    if (this.#isOpen) this.#wakeUp = setTimeout(() => this.#work(), delayMs).unref()
  }

  async #handleDue(): Promise<void> {
    const { database, clock } = this.#deps
    let due: WebhookEventRow[]
    do {
      due = await findDueEvents(database.reader, { now: clock(), limit: BATCH })
      for (const event of due) {
        if (!this.#isOpen) return
        await this.#handle(event)
      }
    } while (due.length > 0)
  }

  async #handle(event: WebhookEventRow): Promise<void> {
    const { database, clock, logger } = this.#deps
    try {
      const outcome = await this.#follow(event)
      if (outcome === undefined) return await this.#retryLater(event, 'unknown payment')
      await database.write(finishEvent, { id: event.id, outcome, at: clock() })
    } catch (error) {
      logger.warn({ err: error, event: event.event_id }, 'webhook event failed')
      await this.#retryLater(event, error instanceof Error ? error.message : 'unknown')
    }
  }

  /** The word for what the event led to; undefined while we do not know its payment. */
  async #follow({ provider, payment_ref }: WebhookEventRow): Promise<string | undefined> {
    if (payment_ref === null) return 'ignored'
    const settlement = await this.#deps.checkouts.settleRef(provider, payment_ref)
    return settlement?.checkout.state
  }

  async #retryLater(event: WebhookEventRow, reason: string): Promise<void> {
    const { database, clock, logger } = this.#deps
    if (event.attempts + 1 >= MAX_ATTEMPTS) {
      logger.error({ event: event.event_id, reason }, 'webhook event parked')
      await database.write(finishEvent, { id: event.id, outcome: `parked: ${reason}`, at: clock() })
      return
    }
    const delay = Math.min(FIRST_RETRY_MS * 2 ** event.attempts, LONGEST_RETRY_MS)
    await database.write(deferEvent, { id: event.id, outcome: reason, until: clock() + delay })
  }
}
