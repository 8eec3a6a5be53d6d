import type { IncomingHttpHeaders } from 'node:http'
import pMap from 'p-map'
import type { Logger } from 'pino'
import type { Insertable } from 'kysely'
import { isPassing, reasonOf } from '#contract/app-error.ts'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { Database } from '../../infra/database/database.ts'
import type { WebhookEventsTable } from '../../infra/database/schema.ts'
import { DueWorker } from '../../infra/due-worker.ts'
import type { Schedule } from '../../infra/schedule.ts'
import { isPermissionDenied } from '../../payments/failures.ts'
import { Reach } from '../../payments/reach.ts'
import type {
  Hint,
  ListedEvent,
  ObjectRef,
  PaymentProvider,
  ProviderEvent,
} from '../../payments/provider.ts'
import type { Checkouts } from '../checkouts/checkouts.ts'
import { groupByPayment, type EventGroup } from './event-groups.ts'
import {
  countOutcomes,
  countUnhandled,
  deferEvents,
  findDueEvents,
  findNextDue,
  findParked,
  finishEvents,
  makeAllDue,
  parkEvents,
  resumeParked,
  storeEvents,
  type WebhookEventRow,
} from './store.ts'

const BATCH = 500
/** Payments that are asked about at once; each provider allows for more. */
const TOGETHER = 16
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 15 * 60 * 1000
/** Some two hours of asking for what nobody knows, before the host is to look at it. */
const MAX_ATTEMPTS = 15

export interface InboxDeps {
  database: Database
  checkouts: Pick<Checkouts, 'locate' | 'settle' | 'noteDecline'>
  clock: () => number
  schedule: Schedule
  logger: Pick<Logger, 'warn' | 'error'>
}

/** Events of the providers: stored first, then worked off in the order in which they came. */
export class Inbox {
  readonly #deps: InboxDeps
  readonly #worker: DueWorker
  #isFresh = true

  constructor(deps: InboxDeps) {
    this.#deps = deps
    const { database, clock, schedule, logger } = deps
    this.#worker = new DueWorker({
      workOff: (isOpen) => this.#workOff(isOpen),
      findNextDue: () => findNextDue(database.reader),
      clock,
      schedule,
      report: (error) => logger.error({ err: error }, 'webhook inbox failed'),
    })
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
    await this.#store(provider, [{ ...event, payload: rawBody.toString('utf8') }])
  }

  /** Stores what a provider's own list of events has; answers how many had not come by themselves. */
  async adopt(provider: PaymentProvider, events: readonly ListedEvent[]): Promise<number> {
    return this.#store(provider, events)
  }

  /** Begins to work off what is stored, also from an earlier run. */
  start(): void {
    this.#worker.start()
  }

  /** Events that were put aside for the host; `outcome` says why. */
  findParked(): Promise<Omit<WebhookEventRow, 'payload'>[]> {
    return findParked(this.#deps.database.reader)
  }

  /** What became of the events that came since then, Unix ms. */
  countOutcomes(since: number): Promise<{ outcome: string; count: number }[]> {
    return countOutcomes(this.#deps.database.reader, since)
  }

  /** How many events wait, for their turn or for the host. */
  countUnhandled(): Promise<{ waiting: number; parked: number }> {
    return countUnhandled(this.#deps.database.reader)
  }

  /** Takes up again what was put aside: one event by our own id, or all. */
  async resumeParked(id: number | null = null): Promise<void> {
    const { database, clock } = this.#deps
    if ((await database.write(resumeParked, { at: clock(), id })) > 0) this.#worker.wake()
  }

  /** Resolves when nothing that is due is left to do. */
  idle(): Promise<void> {
    return this.#worker.idle()
  }

  close(): Promise<void> {
    return this.#worker.close()
  }

  async #store(provider: PaymentProvider, events: readonly ListedEvent[]): Promise<number> {
    const now = this.#deps.clock()
    const areNew = await Promise.all(
      events.map((event) =>
        this.#deps.database.write(storeEvents, toRow(provider, event, event.payload, now)),
      ),
    )
    this.#worker.wake()
    return areNew.filter((isNew) => isNew).length
  }

  async #workOff(isOpen: () => boolean): Promise<void> {
    const { database, clock } = this.#deps
    // What an earlier run could not do, this one may.
    if (this.#isFresh) await database.write(makeAllDue, clock())
    this.#isFresh = false
    while (isOpen()) {
      const due = await findDueEvents(database.reader, { now: clock(), limit: BATCH })
      if (due.length === 0) return
      const reach = new Reach()
      await pMap(
        groupByPayment(due),
        async (group) => {
          if (isOpen()) await this.#handle(group, reach)
        },
        { concurrency: TOGETHER },
      )
    }
  }

  /** Asks once for all events of a payment: what they tell of has happened before. */
  async #handle(group: EventGroup, reach: Reach): Promise<void> {
    const { database, clock, logger } = this.#deps
    const { provider } = group
    if (reach.isAway(provider)) return this.#retryLater(group, `${provider} is away`, 0)
    try {
      const outcome = await this.#follow(group)
      reach.note(provider, true)
      if (outcome === undefined) return await this.#retryLater(group, 'unknown payment', 1)
      await database.write(finishEvents, { ids: group.ids, outcome, at: clock() })
    } catch (error) {
      logger.warn({ err: error, events: group.eventIds }, 'webhook event failed')
      reach.note(provider, !isPassing(error) || isPermissionDenied(error))
      await this.#retryLater(group, reasonOf(error), isPassing(error) ? 0 : 1)
    }
  }

  /** Returns the word for what the events led to; undefined while their payment is not known. */
  async #follow(group: EventGroup): Promise<string | undefined> {
    const { provider, hints, objects, declined, eventIds } = group
    if (declined !== undefined) {
      const checkout = await this.#deps.checkouts.noteDecline(declined, eventIds.join(' '))
      return checkout === undefined ? 'foreign' : 'declined'
    }
    const outcomes: (string | undefined)[] = []
    for (const hint of hints) outcomes.push(await this.#settle(provider, hint, objects))
    if (outcomes.length === 0) return 'ignored'
    if (outcomes.includes(undefined)) return undefined
    return outcomes.find((outcome) => outcome !== 'foreign') ?? 'foreign'
  }

  async #settle(
    provider: ProviderName,
    hint: Hint,
    objects: readonly ObjectRef[],
  ): Promise<string | undefined> {
    const checkout = await this.#deps.checkouts.locate(provider, hint)
    if (checkout === 'foreign' || checkout === undefined) return checkout
    return (await this.#deps.checkouts.settle(checkout, 'event', objects)).checkout.state
  }

  /** A provider that is away is waited for; anything else counts, and ends with the host. */
  async #retryLater(group: EventGroup, reason: string, counted: 0 | 1): Promise<void> {
    const { database, clock, logger } = this.#deps
    const { ids, attempts, eventIds, receivedAt } = group
    if (attempts + counted >= MAX_ATTEMPTS) {
      logger.error({ events: eventIds, reason }, 'webhook event parked')
      await database.write(parkEvents, { ids, outcome: reason, at: clock() })
      return
    }
    const now = clock()
    // As long again as they have waited already, so that the pauses double.
    const delay = Math.min(Math.max(FIRST_RETRY_MS, now - receivedAt), LONGEST_RETRY_MS)
    await database.write(deferEvents, { ids, outcome: reason, until: now + delay, counted })
  }
}

function toRow(
  provider: PaymentProvider,
  event: ProviderEvent,
  payload: string,
  now: number,
): Insertable<WebhookEventsTable> {
  return {
    provider: provider.name,
    event_id: event.id,
    type: event.type,
    payment_ref: event.paymentRef,
    capture_id: event.captureId,
    object_id: event.object?.id ?? null,
    object_part: event.object?.part ?? null,
    other_captures: event.otherCaptureIds.join(' ') || null,
    payload,
    received_at: now,
    attempts: 0,
    next_attempt_at: now,
    handled_at: null,
    parked_at: null,
    outcome: null,
    declined_checkout_id: event.declined?.checkoutId ?? null,
    declined_at: event.declined?.at ?? null,
  }
}
