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
import { judgeBegun } from '../spending/judge.ts'
import { requireCheckout, type CheckoutRow } from '../store.ts'

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
    const payment = await provider.find(ref, captureId)
    const isOurs = findDisagreement(checkout, payment) === undefined
    if (payment.status !== 'approved' || !isOurs) return payment
    if (trigger === 'approval') await this.#tellWhyCancelled(checkout)
    if (!mayCapture(checkout, trigger)) return payment
    return this.#mutex.run(id, async () => {
      const now = await requireCheckout(database.reader, id)
      if (!mayCapture(now, trigger) || (await hasTooManyDeclines(database, now, clock())))
        return payment
      const { capture_attempt: attempt } = now
      const claim = { id, attempt, at: clock(), policy: spendingPolicy() }
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

  /** Throws why a cancelled payment may not be made, if its payer's limits or pause do not allow it. */
  async #tellWhyCancelled(checkout: Started): Promise<void> {
    if (checkout.state !== 'cancelled') return
    const { database, clock, spendingPolicy } = this.#deps
    const circumstances = { policy: spendingPolicy(), now: clock() }
    const refusal = await judgeBegun(database.reader, checkout, circumstances)
    if (refusal !== undefined) throw toRefusalError(refusal)
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

function isRefused(error: unknown): boolean {
  return error instanceof AppError && error.code === 'failed-precondition'
}

/**
 * Returns whether a payment may be captured. A cancelled one never is: the payer was told that nothing
 * was charged, and may have paid in another way since; no request can show that it is younger than
 * that, since it may have waited anywhere. Nor is one after a refusal unless its payer asks for it. A
 * capture whose end is unknown is repeated, since it cannot be cancelled.
 */
function mayCapture(
  { state, capture_attempt, capture_asked_at }: CheckoutRow,
  trigger: SettleTrigger,
): boolean {
  if (state === 'cancelled') return false
  // The limit holds for the payer's own requests, too.
  if (capture_attempt >= MAX_DECLINES_OF_CHECKOUT) return false
  return trigger === 'approval' || capture_attempt === 0 || capture_asked_at !== null
}
