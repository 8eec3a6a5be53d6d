import type { Logger } from 'pino'
import { AppError, isTransient } from '#contract/app-error.ts'
import type { ProviderName } from '#contract/checkout-states.ts'
import { logFailure } from '#server/infra/log-failure.ts'
import type { Database } from '#server/infra/database/database.ts'
import { isPermissionDenied } from '#server/payments/failures/failures.ts'
import { tellHost } from '#server/payments/failures/host-sentences.ts'
import { inSpan, rememberSpan } from '#server/infra/tracing/spans.ts'
import { nameInLog, runNamed } from '#server/infra/work-context.ts'
import type { ObjectRef, PaymentPointer } from '#server/payments/provider.ts'
import type { CircuitBreaker } from '#server/payments/circuit-breaker.ts'
import {
  namesOf,
  NOT_AT_PROVIDER,
  UNKNOWN_PAYMENT,
  type Checkouts,
  type CheckoutRow,
} from '#server/features/checkouts/checkouts.ts'
import type { EventGroup } from './event-groups.ts'
import { deferEvents, finishEvents, parkEvents } from './store.ts'

const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 15 * 60 * 1000
/**
 * The most tries for an unknown payment, over some two hours. Then the event is parked for the host,
 * or passed over if the provider does not know the payment either.
 */
const MAX_ATTEMPTS = 15

/** The result for events that are left to the look-ups. */
export const HANDED_OVER = Symbol('left')

type Found = CheckoutRow | 'foreign' | 'duplicate' | typeof HANDED_OVER | undefined

/** Returns the checkout that events concern, or undefined if it is not known. */
export type Find = (provider: ProviderName, pointer: PaymentPointer) => Promise<Found>

/** The outcome of one pointer; undefined if its payment is not known. */
type PointerOutcome = string | typeof HANDED_OVER | undefined

interface HandlerDeps {
  database: Database
  checkouts: Pick<Checkouts, 'settle' | 'noteDecline'>
  clock: () => number
  logger: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>
}

/** Names an event that has arrived in the log, and in the trace of its handling. */
export function noteArrival(event: string): void {
  nameInLog({ event })
  rememberSpan(keyOf(event))
}

const keyOf = (event: string) => `event ${event}`

/** Handles the events of one payment, and stores their outcome. */
export class EventHandler {
  readonly #deps: HandlerDeps

  constructor(deps: HandlerDeps) {
    this.#deps = deps
  }

  /**
   * Settles a payment once for all its events, since everything they report has happened before.
   */
  handle(group: EventGroup, breaker: CircuitBreaker, find: Find): Promise<void> {
    const { provider, eventIds } = group
    const attributes = { 'royale.provider': provider, 'royale.events': eventIds.length }
    const span = { kind: 'consumer', attributes, causes: eventIds.map(keyOf) } as const
    return runNamed({ provider }, () =>
      inSpan('webhook.handle', span, () => this.#handle(group, breaker, find)),
    )
  }

  async #handle(group: EventGroup, breaker: CircuitBreaker, find: Find): Promise<void> {
    const { database, clock, logger } = this.#deps
    const { provider, ids } = group
    if (breaker.isOpen(provider)) return this.#retryLater(group, `${provider} is away`, 0)
    try {
      const outcome = await this.#follow(group, find)
      if (outcome === HANDED_OVER) return
      breaker.record(provider, true)
      if (outcome === undefined) return await this.#retryLater(group, UNKNOWN_PAYMENT, 1)
      if (outcome === NOT_AT_PROVIDER) return await this.#retryLater(group, NOT_AT_PROVIDER, 1)
      await database.write(finishEvents, { ids, outcome, at: clock() })
      logger.info({ events: group.eventIds, outcome }, 'webhook event handled')
    } catch (error) {
      logFailure(logger, { error, events: group.eventIds }, 'webhook event failed')
      breaker.record(provider, !isAway(error))
      await this.#retryLater(group, tellHost(error), isTransient(error) ? 0 : 1)
    }
  }

  /** Returns the outcome of the events, or undefined if a payment is not known. */
  async #follow(group: EventGroup, find: Find): Promise<PointerOutcome> {
    const { pointers, declined, eventIds } = group
    if (declined !== undefined) {
      const checkout = await this.#deps.checkouts.noteDecline(declined, eventIds.join(' '))
      return checkout === undefined ? 'foreign' : 'declined'
    }
    if (pointers.length === 0) return 'ignored'
    return sumUp(await this.#settleEach(group, find))
  }

  /**
   * Settles each payment that the events concern, even if others of them are unknown. Throws the
   * first failure afterwards, and at once if the provider is away. A payment that the provider does
   * not know counts only if none is ours.
   */
  async #settleEach(
    { provider, pointers, objects, isUnmarked }: EventGroup,
    find: Find,
  ): Promise<PointerOutcome[]> {
    const followed: PointerOutcome[] = []
    const failures: unknown[] = []
    const unknown: unknown[] = []
    for (const pointer of pointers) {
      try {
        const found = await find(provider, pointer).catch((error: unknown) => {
          if (!isUnknown(error)) throw error
          unknown.push(error)
          return 'foreign' as const
        })
        followed.push(await this.#settle(found, pointer, objects))
      } catch (error) {
        if (isAway(error)) throw error
        failures.push(error)
      }
    }
    const isNoneOurs = followed.every((outcome) => outcome === 'foreign')
    if (isNoneOurs && !isUnmarked) failures.push(...unknown)
    if (failures.length > 0) throw failures[0]
    return isNoneOurs && unknown.length > 0 ? [NOT_AT_PROVIDER] : followed
  }

  async #settle(
    found: Found,
    { captureId }: PaymentPointer,
    expected: readonly ObjectRef[],
  ): Promise<PointerOutcome> {
    if (typeof found !== 'object') return found
    nameInLog(namesOf(found))
    const facts = { expected, captureId: captureId ?? found.pending_capture_id }
    return (await this.#deps.checkouts.settle(found, 'event', facts)).checkout.state
  }

  /**
   * Schedules another try. Tries count, and end with parking or passing over the events, unless the
   * provider was away.
   */
  async #retryLater(group: EventGroup, reason: string, counted: 0 | 1): Promise<void> {
    const { database, clock, logger } = this.#deps
    const { ids, attempts, eventIds, receivedAt } = group
    if (attempts + counted >= MAX_ATTEMPTS) {
      if (reason === NOT_AT_PROVIDER) {
        logger.info({ events: eventIds, reason }, 'webhook event passed over')
        await database.write(finishEvents, { ids, outcome: 'foreign', at: clock() })
        return
      }
      logger.error({ events: eventIds, reason }, 'webhook event parked')
      await database.write(parkEvents, { ids, outcome: reason, at: clock() })
      return
    }
    const now = clock()
    // The pause is as long as they have waited already, so that pauses double.
    const delay = Math.min(Math.max(FIRST_RETRY_MS, now - receivedAt), LONGEST_RETRY_MS)
    await database.write(deferEvents, { ids, outcome: reason, until: now + delay, counted })
  }
}

function isUnknown(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not-found'
}

/**
 * Returns the outcome of several pointers; that of an unknown payment comes first, then that of a
 * pending look-up.
 */
function sumUp(followed: readonly PointerOutcome[]): PointerOutcome {
  if (followed.includes(undefined)) return undefined
  if (followed.includes(HANDED_OVER)) return HANDED_OVER
  return followed.find((outcome) => outcome !== 'foreign') ?? 'foreign'
}

/**
 * Returns whether the provider can answer nothing now; a denied permission affects only some
 * requests.
 */
function isAway(error: unknown): boolean {
  return isTransient(error) && !isPermissionDenied(error)
}
