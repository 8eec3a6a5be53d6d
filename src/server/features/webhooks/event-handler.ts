import type { Logger } from 'pino'
import { AppError, isTransient } from '#contract/app-error.ts'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { Database } from '#server/infra/database/database.ts'
import { isPermissionDenied } from '#server/payments/failures/failures.ts'
import { tellHost } from '#server/payments/failures/host-sentences.ts'
import type { Hint, ObjectRef } from '#server/payments/provider.ts'
import type { CircuitBreaker } from '#server/payments/circuit-breaker.ts'
import {
  UNKNOWN_PAYMENT,
  type Checkouts,
  type CheckoutRow,
} from '#server/features/checkouts/checkouts.ts'
import type { EventGroup } from './event-groups.ts'
import { deferEvents, finishEvents, parkEvents } from './store.ts'

const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 15 * 60 * 1000
/** Some two hours of asking for what nobody knows, before the host is to look at it. */
const MAX_ATTEMPTS = 15

/** Events that are left to somebody else to handle. */
export const HANDED_OVER = Symbol('left')

type Found = CheckoutRow | 'foreign' | 'duplicate' | typeof HANDED_OVER | undefined

/** Returns the checkout that events concern; undefined while it is not known. */
export type Find = (provider: ProviderName, hint: Hint) => Promise<Found>

/** The word for what following one hint led to; undefined while its payment is not known. */
type HintOutcome = string | typeof HANDED_OVER | undefined

interface HandlerDeps {
  database: Database
  checkouts: Pick<Checkouts, 'settle' | 'noteDecline'>
  clock: () => number
  logger: Pick<Logger, 'warn' | 'error'>
}

/** Works off the events of one payment, and notes what came of them. */
export class EventHandler {
  readonly #deps: HandlerDeps

  constructor(deps: HandlerDeps) {
    this.#deps = deps
  }

  /** Asks once for all events of a payment: what they tell of has happened before. */
  async handle(group: EventGroup, breaker: CircuitBreaker, find: Find): Promise<void> {
    const { database, clock, logger } = this.#deps
    const { provider, ids } = group
    if (breaker.isOpen(provider)) return this.#retryLater(group, `${provider} is away`, 0)
    try {
      const outcome = await this.#follow(group, find)
      if (outcome === HANDED_OVER) return
      breaker.record(provider, true)
      if (outcome === undefined) return await this.#retryLater(group, UNKNOWN_PAYMENT, 1)
      await database.write(finishEvents, { ids, outcome, at: clock() })
    } catch (error) {
      logger.warn({ err: error, events: group.eventIds }, 'webhook event failed')
      breaker.record(provider, !isAway(error))
      await this.#retryLater(group, tellHost(error), isTransient(error) ? 0 : 1)
    }
  }

  /** Returns the word for what the events led to; undefined while a payment is not known. */
  async #follow(group: EventGroup, find: Find): Promise<HintOutcome> {
    const { hints, declined, eventIds } = group
    if (declined !== undefined) {
      const checkout = await this.#deps.checkouts.noteDecline(declined, eventIds.join(' '))
      return checkout === undefined ? 'foreign' : 'declined'
    }
    if (hints.length === 0) return 'ignored'
    return sumUp(await this.#settleEach(group, find))
  }

  /**
   * Settles each payment that the events concern, also next to others of which nobody knows whose
   * they are. Fails as the first of them afterwards, and at once where the provider is away. Next to
   * one of ours, a payment that the provider does not know is not waited for.
   */
  async #settleEach({ provider, hints, objects }: EventGroup, find: Find): Promise<HintOutcome[]> {
    const followed: HintOutcome[] = []
    const failures: unknown[] = []
    const unknown: unknown[] = []
    for (const hint of hints) {
      try {
        const found = await find(provider, hint).catch((error: unknown) => {
          if (!isUnknown(error)) throw error
          unknown.push(error)
          return 'foreign' as const
        })
        followed.push(await this.#settle(found, hint, objects))
      } catch (error) {
        if (isAway(error)) throw error
        failures.push(error)
      }
    }
    if (followed.every((outcome) => outcome === 'foreign')) failures.push(...unknown)
    if (failures.length > 0) throw failures[0]
    return followed
  }

  async #settle(
    found: Found,
    { captureId }: Hint,
    expected: readonly ObjectRef[],
  ): Promise<HintOutcome> {
    if (typeof found !== 'object') return found
    const told = { expected, captureId: captureId ?? found.pending_capture_id }
    return (await this.#deps.checkouts.settle(found, 'event', told)).checkout.state
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

function isUnknown(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not-found'
}

/** A payment that is asked about in vain counts before others that are still to be asked about. */
function sumUp(followed: readonly HintOutcome[]): HintOutcome {
  if (followed.includes(undefined)) return undefined
  if (followed.includes(HANDED_OVER)) return HANDED_OVER
  return followed.find((outcome) => outcome !== 'foreign') ?? 'foreign'
}

/** Whether nothing at all can be asked now; a denied permission holds up only what needs it. */
function isAway(error: unknown): boolean {
  return isTransient(error) && !isPermissionDenied(error)
}
