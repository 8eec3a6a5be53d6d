import type { Logger } from 'pino'
import { AppError } from '#contract/app-error.ts'
import { logFailure, reportFailure } from '#server/infra/log-failure.ts'
import type { Database } from '#server/infra/database/database.ts'
import { DueWorker } from '#server/infra/due-worker.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import { tellHost } from '#server/payments/failures/host-sentences.ts'
import type { ObjectRef } from '#server/payments/provider.ts'
import type { Checkouts, CheckoutRow, Providers } from '#server/features/checkouts/checkouts.ts'
import { findMovements, findNetCents, findRecordedCapture } from '#server/features/ledger/ledger.ts'
import { claimRefunds, findNextDue, noteRefund, type RefundRow } from './store.ts'

/** The time for which no other node works on a claimed refund, ms. */
const CLAIM_MS = 60_000
const FIRST_RETRY_MS = 5_000
const LONGEST_RETRY_MS = 15 * 60 * 1000
/**
 * The time after the first request in which it is repeated, ms. Stripe forgets an idempotency key
 * after 24 hours, and would then refund a second time.
 */
const REPEAT_MS = 20 * 60 * 60 * 1000
/** The time for which an accepted refund may stay out of the ledger, ms. */
const BOOK_MS = 3 * 24 * 60 * 60 * 1000

const UNCLEAR =
  'It is not known whether this was refunded. Look at the payment in the provider’s dashboard before you try again.'
const TOO_LATE = 'Less than this was left at the provider. Look at what it has given back already.'
const NEVER_BOOKED =
  'The provider accepted this refund and does not show it. Look at the payment in its dashboard.'

export interface RefunderDeps {
  database: Database
  providers: Providers
  checkouts: Pick<Checkouts, 'require' | 'settle'>
  clock: () => number
  schedule: Schedule
  logger: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>
}

/**
 * Makes the hosts' refunds: asks the provider, again and again under the same idempotency key until
 * it has answered, and then settles the payment until the ledger has the refund. Nothing but
 * settling books money.
 */
export class Refunder {
  readonly #deps: RefunderDeps
  readonly #worker: DueWorker

  constructor(deps: RefunderDeps) {
    this.#deps = deps
    const { database, clock, schedule, logger } = deps
    this.#worker = new DueWorker({
      workOff: () => this.#workOff(),
      findNextDue: () => findNextDue(database.reader),
      clock,
      schedule,
      report: reportFailure(logger, 'refunds failed'),
    })
  }

  /** Starts with the refunds that an earlier run has left. */
  start(): void {
    this.#worker.start()
  }

  wake(): void {
    this.#worker.wake()
  }

  /** Resolves when nothing that is due is left to do. */
  idle(): Promise<void> {
    return this.#worker.idle()
  }

  close(): Promise<void> {
    return this.#worker.close()
  }

  async #workOff(): Promise<void> {
    const { database, clock } = this.#deps
    const now = clock()
    const claimed = await database.write(claimRefunds, { now, until: now + CLAIM_MS })
    await Promise.all(claimed.map((refund) => this.#advance(refund)))
  }

  async #advance(refund: RefundRow): Promise<void> {
    try {
      const checkout = await this.#deps.checkouts.require(refund.checkout_id)
      const objectId = refund.object_id ?? (await this.#request(refund, checkout))
      if (objectId !== null) await this.#book(refund, checkout, objectId)
    } catch (error) {
      logFailure(this.#deps.logger, { error, refund: refund.id }, 'a refund has to wait')
      await this.#retry(refund, tellHost(error))
    }
  }

  /** Returns the provider's id of the refund, or null if it has failed for good. */
  async #request(refund: RefundRow, checkout: CheckoutRow): Promise<string | null> {
    const { database, clock } = this.#deps
    if (clock() - (refund.tried_at ?? clock()) > REPEAT_MS) return this.#fail(refund, UNCLEAR)
    const capture = await findRecordedCapture(database.reader, checkout.id)
    const provider = this.#deps.providers[checkout.provider]
    if (capture === undefined || provider === undefined) {
      return this.#fail(refund, `There are no keys for ${checkout.provider} any more.`)
    }
    let made: ObjectRef | null
    try {
      made = await provider.refund(capture.object_id, `host-${refund.id}`, refund.amount_cents)
    } catch (error) {
      // After any other failure nobody knows whether the money has left.
      if (!isRefusal(error)) throw error
      return this.#refuse(refund, checkout, tellHost(error))
    }
    if (made === null) return this.#refuse(refund, checkout, TOO_LATE)
    await database.write(noteRefund, { id: refund.id, object_id: made.id, message: null })
    return made.id
  }

  /** Ends a refused refund; books first what the provider has given back without us. */
  async #refuse(refund: RefundRow, checkout: CheckoutRow, message: string): Promise<null> {
    await this.#settle(checkout, [])
    const left = await findNetCents(this.#deps.database.reader, checkout.id)
    return this.#fail(refund, left < refund.amount_cents ? TOO_LATE : message)
  }

  /** Books an accepted refund, and ends it once the ledger has it. */
  async #book(refund: RefundRow, checkout: CheckoutRow, objectId: string): Promise<void> {
    const { database, clock, logger } = this.#deps
    await this.#settle(checkout, [{ part: 'refunds', id: objectId }])
    const movements = await findMovements(database.reader, checkout.id)
    if (movements.some(({ kind, object_id }) => kind === 'refund' && object_id === objectId)) {
      await database.write(noteRefund, { id: refund.id, finished_at: clock(), message: null })
      logger.info({ refund: refund.id, checkout: checkout.id }, 'a host’s refund is booked')
      return
    }
    if (clock() - refund.created_at > BOOK_MS) return void (await this.#fail(refund, NEVER_BOOKED))
    await this.#retry(refund, null)
  }

  /** Settles the payment; what cannot be read now is left to the reconciler. */
  async #settle(checkout: CheckoutRow, expected: readonly ObjectRef[]): Promise<void> {
    await this.#deps.checkouts.settle(checkout, 'event', { expected: [...expected] })
  }

  async #fail({ id, checkout_id: checkout }: RefundRow, message: string): Promise<null> {
    const { database, clock, logger } = this.#deps
    logger.warn({ refund: id, checkout }, `a host’s refund has failed: ${message}`)
    await database.write(noteRefund, { id, finished_at: clock(), is_failed: 1, message })
    return null
  }

  async #retry({ id, attempts }: RefundRow, message: string | null): Promise<void> {
    const pauseMs = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_RETRY_MS)
    const due = this.#deps.clock() + pauseMs
    await this.#deps.database.write(noteRefund, { id, next_attempt_at: due, message })
  }
}

/** Returns whether a provider refused a refund, so that nothing happened. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof AppError &&
    (error.code === 'failed-precondition' || error.code === 'not-found')
  )
}
