import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'
import type { ProviderName } from '#contract/checkouts.ts'
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
  logger: Logger
}

export interface Inbox {
  /**
   * Verifies an event and stores it, once however often it comes; it is worked off later. Fails
   * with `invalid-argument` where the signature does not hold; then nothing is stored.
   */
  receive(provider: PaymentProvider, rawBody: Buffer, headers: IncomingHttpHeaders): Promise<void>
  /** Begins to work off what is stored, also from an earlier run. */
  start(): void
  /** Resolves when nothing that is due is left to do. */
  idle(): Promise<void>
  close(): Promise<void>
}

export function createInbox({ database, checkouts, clock, logger }: InboxDeps): Inbox {
  let working: Promise<void> | undefined
  let wakeUp: NodeJS.Timeout | undefined
  let started = false
  let askedAgain = false

  function work(): void {
    if (!started) return
    askedAgain = true
    working ??= drain()
      .catch((error: unknown) => {
        logger.error({ err: error }, 'webhook inbox failed')
        wakeAfter(FIRST_RETRY_MS)
      })
      .finally(() => {
        working = undefined
      })
  }

  async function drain(): Promise<void> {
    clearTimeout(wakeUp)
    while (askedAgain && started) {
      askedAgain = false
      await handleDue()
      await sleepUntilNextDue()
    }
  }

  async function handleDue(): Promise<void> {
    for (;;) {
      const due = await findDueEvents(database.reader, { now: clock(), limit: BATCH })
      if (due.length === 0) return
      for (const event of due) if (started) await handle(event)
      if (!started) return
    }
  }

  async function sleepUntilNextDue(): Promise<void> {
    const next = await findNextDue(database.reader)
    if (next !== undefined) wakeAfter(Math.max(0, next - clock()))
  }

  function wakeAfter(delayMs: number): void {
    clearTimeout(wakeUp)
    wakeUp = setTimeout(work, delayMs)
    wakeUp.unref()
  }

  async function handle(event: WebhookEventRow): Promise<void> {
    try {
      const outcome = await follow(event)
      if (outcome === undefined) return await retryLater(event, 'unknown payment')
      await database.write(finishEvent, { id: event.id, outcome, at: clock() })
    } catch (error) {
      logger.warn({ err: error, event: event.event_id }, 'webhook event failed')
      await retryLater(event, error instanceof Error ? error.message : 'unknown')
    }
  }

  /** The word for what the event led to; undefined while we do not know its payment. */
  async function follow({ provider, payment_ref }: WebhookEventRow): Promise<string | undefined> {
    if (payment_ref === null) return 'ignored'
    const settlement = await checkouts.settleRef(provider, payment_ref)
    return settlement?.checkout.state
  }

  async function retryLater(event: WebhookEventRow, reason: string): Promise<void> {
    if (event.attempts + 1 >= MAX_ATTEMPTS) {
      logger.error({ event: event.event_id, reason }, 'webhook event parked')
      await database.write(finishEvent, { id: event.id, outcome: `parked: ${reason}`, at: clock() })
      return
    }
    const delay = Math.min(FIRST_RETRY_MS * 2 ** event.attempts, LONGEST_RETRY_MS)
    await database.write(deferEvent, { id: event.id, outcome: reason, until: clock() + delay })
  }

  return {
    receive: async (provider, rawBody, headers) => {
      const event = await provider.verifyEvent(rawBody, headers)
      const now = clock()
      await database.write(storeEvents, {
        provider: provider.name satisfies ProviderName,
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
      setImmediate(work)
    },
    start: () => {
      started = true
      work()
    },
    idle: async () => {
      while (working !== undefined) await working
    },
    close: async () => {
      started = false
      clearTimeout(wakeUp)
      await working
    },
  }
}
