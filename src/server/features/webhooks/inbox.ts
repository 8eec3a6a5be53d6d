import type { IncomingHttpHeaders } from 'node:http'
import pMap from 'p-map'
import type { Logger } from 'pino'
import { PROVIDERS } from '#contract/checkout-states.ts'
import { reportFailure } from '#server/infra/log-failure.ts'
import type { Database } from '#server/infra/database/database.ts'
import { DueWorker } from '#server/infra/due-worker.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import { CircuitBreaker } from '#server/payments/circuit-breaker.ts'
import type {
  ListedEvent,
  Listing,
  PaymentProvider,
  ProviderEvent,
  UnreadableItem,
} from '#server/payments/provider.ts'
import type { Checkouts } from '#server/features/checkouts/checkouts.ts'
import { groupByPayment, type EventGroup } from './event-groups.ts'
import {
  countOutcomes,
  countUnhandled,
  findArrivals,
  findParked,
  findReceived,
  findWaiting,
  type Arrivals,
} from './event-reports.ts'
import { EventHandler, HANDED_OVER, noteArrival } from './event-handler.ts'
import { toDoneRow, toParkedRow, toRow } from './event-rows.ts'
import { LookUps } from './look-ups.ts'
import { EventRetention } from './retention.ts'
import {
  awaitLookUps,
  findDueEvents,
  findNextDue,
  makeAllDue,
  resumeParked,
  storeEvents,
  type WebhookEventRow,
} from './store.ts'

const BATCH = 500
/** The number of payments that are handled at the same time; each provider allows more. */
const CONCURRENCY = 16

export interface InboxDeps {
  database: Database
  checkouts: Pick<Checkouts, 'isOurs' | 'recognise' | 'locate' | 'settle' | 'noteDecline'>
  /** The number of days for which the payloads of handled events are kept. */
  retentionDays: number
  clock: () => number
  schedule: Schedule
  logger: Logger
}

/**
 * The inbox of the providers' events: stores them first, then handles them in the order in which
 * they came.
 */
export class Inbox {
  readonly #deps: InboxDeps
  readonly #worker: DueWorker
  readonly #handler: EventHandler
  readonly #lookUps: readonly LookUps[]
  readonly #retention: EventRetention
  #isFresh = true
  /** True if events were left to the look-ups. */
  #hasHandedOver = false

  constructor(deps: InboxDeps) {
    this.#deps = deps
    const { database, clock, schedule, logger } = deps
    this.#handler = new EventHandler(deps)
    const lookUpDeps = { ...deps, handler: this.#handler }
    this.#lookUps = PROVIDERS.map((provider) => new LookUps(provider, lookUpDeps))
    this.#retention = new EventRetention(deps)
    this.#worker = new DueWorker({
      workOff: (isOpen) => this.#workOff(isOpen),
      findNextDue: () => findNextDue(database.reader),
      clock,
      schedule,
      report: reportFailure(logger, 'webhook inbox failed'),
    })
  }

  /**
   * Verifies an event and stores it, once however often it is delivered; it is handled later.
   * Throws `invalid-argument` if the signature is wrong; then nothing is stored.
   */
  async receive(
    provider: PaymentProvider,
    rawBody: Buffer,
    headers: IncomingHttpHeaders,
  ): Promise<void> {
    const event = await provider.verifyEvent(rawBody, headers)
    noteArrival(event.id)
    await this.#store(provider, [{ ...event, payload: rawBody.toString('utf8') }])
  }

  /**
   * Stores events of a provider's own list; returns how many had not been delivered. Unreadable
   * ones are parked for the host.
   */
  async adopt(
    provider: PaymentProvider,
    { items, unreadable }: Listing<ListedEvent>,
  ): Promise<number> {
    await Promise.all(unreadable.map((item) => this.#park(provider, item)))
    return this.#store(provider, items)
  }

  /** Starts to handle what is stored, also by an earlier run. */
  start(): void {
    this.#worker.start()
    for (const lookUps of this.#lookUps) lookUps.start()
    this.#retention.start()
  }

  /** Returns the events parked for the host; `outcome` says why. */
  findParked(): Promise<Omit<WebhookEventRow, 'payload'>[]> {
    return findParked(this.#deps.database.reader)
  }

  /**
   * Returns the events that were tried without success and will be tried again; `outcome` says why.
   */
  findWaiting(): Promise<Omit<WebhookEventRow, 'payload'>[]> {
    return findWaiting(this.#deps.database.reader)
  }

  /** Tries all waiting events again at once, also those that wait for a look-up. */
  async retryWaiting(): Promise<void> {
    const { database, clock } = this.#deps
    await database.write(makeAllDue, clock())
    this.#wake()
  }

  /** Counts the outcomes of the events that came since a time, Unix ms. */
  countOutcomes(since: number): Promise<{ outcome: string; count: number }[]> {
    return countOutcomes(this.#deps.database.reader, since)
  }

  /** Counts the unhandled events: those that wait for their turn, and those parked for the host. */
  countUnhandled(): Promise<{ waiting: number; parked: number }> {
    return countUnhandled(this.#deps.database.reader)
  }

  /** Returns when the event that waits longest, and the last one, arrived. */
  findArrivals(): Promise<Arrivals> {
    return findArrivals(this.#deps.database.reader)
  }

  readonly findReceived = (since: number) => findReceived(this.#deps.database.reader, since)

  /** Tries parked events again: one by our own id, or all. */
  async resumeParked(id: number | null = null): Promise<void> {
    const { database, clock } = this.#deps
    if ((await database.write(resumeParked, { at: clock(), id })) > 0) this.#wake()
  }

  /** Resolves when nothing is left that is due, except look-ups that wait for their turn. */
  async idle(): Promise<void> {
    await this.#worker.idle()
    await Promise.all(this.#lookUps.map((lookUps) => lookUps.idle()))
  }

  async close(): Promise<void> {
    await this.#worker.close()
    await Promise.all(this.#lookUps.map((lookUps) => lookUps.close()))
    await this.#retention.close()
  }

  async #store(provider: PaymentProvider, events: readonly ListedEvent[]): Promise<number> {
    const areMissed = await Promise.all(events.map((event) => this.#storeOne(provider, event)))
    this.#wake()
    return areMissed.filter((isMissed) => isMissed).length
  }

  /** Stores an event; returns whether it is new and must be handled. */
  async #storeOne(provider: PaymentProvider, event: ListedEvent): Promise<boolean> {
    const { database, clock } = this.#deps
    const now = clock()
    const outcome = await this.#findOutcome(event)
    if (outcome === undefined) return database.write(storeEvents, toRow(provider, event, now))
    await database.write(storeEvents, toDoneRow(provider, event, { outcome, now }))
    return false
  }

  /** Returns the outcome of an event that needs no handling. */
  async #findOutcome(event: ProviderEvent): Promise<'foreign' | 'ignored' | undefined> {
    const { claim, paymentRef, captureId, declined } = event
    if (claim === 'foreign') return 'foreign'
    if (claim !== null && !(await this.#deps.checkouts.isOurs(claim))) return 'foreign'
    const namesNothing = paymentRef === null && captureId === null && declined === null
    return namesNothing ? 'ignored' : undefined
  }

  async #park(provider: PaymentProvider, item: UnreadableItem): Promise<void> {
    const { database, clock, logger } = this.#deps
    const row = toParkedRow(provider, item, clock())
    if (!(await database.write(storeEvents, row))) return
    logger.error({ provider: provider.name, ...item }, 'provider event could not be read')
  }

  #wake(): void {
    this.#worker.wake()
    for (const lookUps of this.#lookUps) lookUps.wake()
  }

  async #workOff(isOpen: () => boolean): Promise<void> {
    const { database, clock } = this.#deps
    // Events that an earlier run could not handle are all tried again.
    if (this.#isFresh) await database.write(makeAllDue, clock())
    this.#isFresh = false
    const findDue = () => findDueEvents(database.reader, { now: clock(), limit: BATCH })
    for (let due = await findDue(); isOpen() && due.length > 0; due = await findDue()) {
      await this.#workOffBatch(groupByPayment(due), isOpen)
    }
    // After the handling, so that known payments come first.
    if (this.#hasHandedOver) for (const lookUps of this.#lookUps) lookUps.wake()
    this.#hasHandedOver = false
  }

  /** Handles the events of known payments, and leaves the others to the look-ups. */
  async #workOffBatch(groups: readonly EventGroup[], isOpen: () => boolean): Promise<void> {
    const { database } = this.#deps
    const breaker = new CircuitBreaker()
    const left: number[] = []
    await pMap(
      groups,
      async (group) => {
        if (isOpen()) await this.#handleKnown(group, breaker, left)
      },
      { concurrency: CONCURRENCY },
    )
    if (left.length === 0) return
    await database.write(awaitLookUps, left)
    this.#hasHandedOver = true
  }

  async #handleKnown(group: EventGroup, breaker: CircuitBreaker, left: number[]): Promise<void> {
    await this.#handler.handle(group, breaker, async (provider, pointer) => {
      const found = await this.#deps.checkouts.recognise(provider, pointer)
      if (found !== undefined) return found
      left.push(...group.ids)
      return HANDED_OVER
    })
  }
}
