import { AppError } from '#contract/app-error.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { KeyedMutex } from '#server/infra/keyed-mutex.ts'
import type { Payment, PaymentProvider } from '#server/payments/provider.ts'
import {
  hasTooManyDeclines,
  MAX_DECLINES_OF_CHECKOUT,
} from '#server/features/card-testing/card-testing.ts'
import {
  toRefusalError,
  type SpendingPolicy,
} from '#server/features/spending-limits/spending-limits.ts'
import type { SettleTrigger } from './settle-trigger.ts'
import { findDisagreement } from './disagreement.ts'
import { claimCapture, countDecline } from './capture-store.ts'
import { requireCheckout, type CheckoutRow } from '../store.ts'

/** The time by which two nodes may order a request and a cancel differently, ms. */
const CROSSING_MS = 500

/** A checkout that has a session or order at its provider. */
export type Started = CheckoutRow & { provider_ref: string }

export interface CapturerDeps {
  database: Database
  /** Returns the host's limits on what a donor spends, as they are now. */
  spendingPolicy: () => SpendingPolicy
  clock: () => number
}

/** Captures payments that payers have approved; one at a time for each checkout. */
export class Capturer {
  readonly #deps: CapturerDeps
  readonly #mutex: KeyedMutex

  constructor(deps: CapturerDeps, mutex: KeyedMutex) {
    this.#deps = deps
    this.#mutex = mutex
  }

  /**
   * Fetches the payment; captures it if the payer has approved it. Returns it as it is then. Fails
   * with `failed-precondition` if the payer's own limits or pause allow it no more.
   */
  async fetch(
    provider: PaymentProvider,
    checkout: Started,
    { trigger, captureId }: { trigger: SettleTrigger; captureId: string | null },
  ): Promise<Payment> {
    const { id, provider_ref: ref } = checkout
    const { database, clock, spendingPolicy } = this.#deps
    const mayResume = hasTurnedBackBefore(checkout, clock()) && trigger === 'approval'
    const payment = await provider.find(ref, captureId)
    const isOurs = findDisagreement(checkout, payment) === undefined
    if (payment.status !== 'approved' || !isOurs || !mayCapture(checkout, trigger)) return payment
    return this.#mutex.run(id, async () => {
      const now = await requireCheckout(database.reader, id)
      if (!mayCapture(now, trigger) || (await hasTooManyDeclines(database, now, clock())))
        return payment
      const { capture_attempt: attempt } = now
      const claim = { id, attempt, at: clock(), mayResume, policy: spendingPolicy() }
      // The mutex holds on this node alone; another one may have cancelled since the row was read.
      const claimed = await database.write(claimCapture, claim)
      if (claimed === 'changed') return payment
      if (claimed !== 'claimed') {
        if (trigger === 'approval') throw toRefusalError(claimed)
        return payment
      }
      return this.#capture(provider, { ...now, provider_ref: ref })
    })
  }

  /** Captures, and counts a refusal: the next capture needs another key and the payer. */
  async #capture(provider: PaymentProvider, checkout: Started): Promise<Payment> {
    const { id, provider_ref: ref, idempotency_key, capture_attempt: attempt } = checkout
    try {
      return await provider.capture(ref, `${idempotency_key}-${attempt}`)
    } catch (error) {
      if (isRefused(error)) await this.#deps.database.write(countDecline, { id, attempt })
      throw error
    }
  }
}

/**
 * Returns whether a payer had turned back before they approved the payment. Just before, the approval
 * may be older than the cancel that another node has stored, which has told them that nothing is
 * charged.
 */
function hasTurnedBackBefore({ state, updated_at: since }: CheckoutRow, now: number): boolean {
  return state === 'cancelled' && now - since > CROSSING_MS
}

function isRefused(error: unknown): boolean {
  return error instanceof AppError && error.code === 'failed-precondition'
}

/**
 * Returns whether a payment may be captured. Unless its payer asks for it, a cancelled payment is
 * not captured, nor one after a refusal: the payer was told that nothing was charged, and may have
 * paid in another way since. A capture whose end is unknown is repeated, since it cannot be cancelled.
 */
function mayCapture(
  { state, capture_attempt, capture_asked_at }: CheckoutRow,
  trigger: SettleTrigger,
): boolean {
  // The limit holds for the payer's own requests, too.
  if (capture_attempt >= MAX_DECLINES_OF_CHECKOUT) return false
  if (trigger === 'approval') return true
  return state !== 'cancelled' && (capture_attempt === 0 || capture_asked_at !== null)
}
