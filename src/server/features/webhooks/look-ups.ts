import pMap from 'p-map'
import type { Logger } from 'pino'
import type { ProviderName } from '#contract/checkout-states.ts'
import { reportFailure } from '#server/infra/log-failure.ts'
import type { Database } from '#server/infra/database/database.ts'
import { DueWorker } from '#server/infra/due-worker.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import { TokenBucket } from '#server/infra/token-bucket.ts'
import { CircuitBreaker } from '#server/payments/circuit-breaker.ts'
import type { Checkouts } from '#server/features/checkouts/checkouts.ts'
import { groupByPayment, type EventGroup } from './event-groups.ts'
import { HANDED_OVER, type EventHandler } from './event-handler.ts'
import { findDueEvents, findNextDue } from './store.ts'

const BATCH = 500
/** The number of payments that are looked up at the same time. */
const CONCURRENCY = 2
/**
 * The number of look-ups a second, with two requests each: a tenth of Stripe's limit, so that
 * payments are not slowed down.
 */
const PER_SECOND = 5
const BURST = 20

export interface LookUpDeps {
  database: Database
  checkouts: Pick<Checkouts, 'recognise' | 'locate'>
  handler: EventHandler
  clock: () => number
  schedule: Schedule
  logger: Pick<Logger, 'debug' | 'error'>
}

/**
 * Asks a provider who owns the unknown payments of events. It does so slowly, because in a shared
 * account most of them belong to other software, and there may be thousands at once.
 */
export class LookUps {
  readonly #provider: ProviderName
  readonly #deps: LookUpDeps
  readonly #worker: DueWorker
  readonly #bucket: TokenBucket

  constructor(provider: ProviderName, deps: LookUpDeps) {
    this.#provider = provider
    this.#deps = deps
    const { clock, schedule, logger } = deps
    this.#bucket = new TokenBucket({ burst: BURST, perSecond: PER_SECOND, clock })
    this.#worker = new DueWorker({
      workOff: (isOpen) => this.#workOff(isOpen),
      findNextDue: () => this.#findNextDue(),
      clock,
      schedule,
      report: reportFailure(logger, 'event look-ups failed', { provider }),
    })
  }

  start(): void {
    this.#worker.start()
  }

  /** Starts to handle the events that were left to it. */
  wake(): void {
    this.#worker.wake()
  }

  /** Resolves when all look-ups are done. */
  idle(): Promise<void> {
    return this.#worker.idle()
  }

  close(): Promise<void> {
    return this.#worker.close()
  }

  async #findNextDue(): Promise<number | undefined> {
    const due = await findNextDue(this.#deps.database.reader, this.#provider)
    return due === undefined ? undefined : Math.max(due, this.#bucket.halfFullAt)
  }

  async #workOff(isOpen: () => boolean): Promise<void> {
    const { database, clock } = this.#deps
    let isPaceKept = true
    while (isOpen() && isPaceKept) {
      const wanted = { now: clock(), limit: BATCH, lookUpsOf: this.#provider }
      const due = await findDueEvents(database.reader, wanted)
      if (due.length === 0) return
      const breaker = new CircuitBreaker()
      const areHandled = await pMap(
        groupByPayment(due),
        async (group) => isOpen() && (await this.#handle(group, breaker)),
        { concurrency: CONCURRENCY },
      )
      isPaceKept = areHandled.every((isHandled) => isHandled)
    }
  }

  /** Returns whether no look-up was needed. */
  async #handle(group: EventGroup, breaker: CircuitBreaker): Promise<boolean> {
    const { checkouts, handler } = this.#deps
    let isPaceKept = true
    await handler.handle(group, breaker, async (provider, pointer) => {
      // The payment or its owner may have become known since the event was left here.
      const known = await checkouts.recognise(provider, pointer)
      if (known !== undefined) return known
      if (this.#bucket.take()) return checkouts.locate(provider, pointer)
      isPaceKept = false
      return HANDED_OVER
    })
    return isPaceKept
  }
}
