import type { Logger } from 'pino'
import { CURRENCY } from '#contract/money.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import { KeyedMutex } from '#server/infra/keyed-mutex.ts'
import { findIfKnown } from '#server/payments/reading/history-parts.ts'
import type { ObjectRef, Payment, PaymentProvider } from '#server/payments/provider.ts'
import type { Concerns } from '#server/features/concerns/concerns.ts'
import { findRecordedCapture } from '#server/features/ledger/ledger.ts'
import { isFromPayer, type SettleTrigger } from './settle-trigger.ts'
import { book, type CaptureFacts } from './book.ts'
import { cancelUnpaid } from './cancel-unpaid.ts'
import { Capturer, type CapturerDeps, type Started } from './capturer.ts'
import type { DeclineCounter } from '../begin/decline-counter.ts'
import { findDisagreement } from './disagreement.ts'
import { findFailedRefund, wasRefundedByHost } from './host-refund.ts'
import { cleanPayerName } from './payer-name.ts'
import { requireProvider, type Providers } from '../providers.ts'
import { unchanged, type Settlement, type EventFacts } from './settlement.ts'
import { isSettled } from '../state.ts'
import { countDecline, notePending } from './capture-store.ts'
import { moveCheckout, requireCheckout, type CheckoutRow, type Transition } from '../store.ts'
import { judgeUnknown } from './unknown-payment.ts'

export interface SettlerDeps extends CapturerDeps {
  providers: Providers
  bus: Bus
  logger: Pick<Logger, 'info' | 'error'>
  declines: Pick<DeclineCounter, 'note'>
  concerns: Pick<Concerns, 'raise' | 'end'>
}

/** Brings checkouts up to date with their providers; nothing else moves money to the board. */
export class Settler {
  readonly #deps: SettlerDeps
  readonly #mutex = new KeyedMutex()
  /**
   * One booking at a time for each checkout: each infers changes from what the provider lists and
   * the ledger lacks.
   */
  readonly #bookings = new KeyedMutex()
  readonly #capturer: Capturer

  constructor(deps: SettlerDeps) {
    this.#deps = deps
    this.#capturer = new Capturer(deps, this.#mutex)
  }

  /** See `Checkouts.settle`. */
  async settle(
    checkout: CheckoutRow,
    trigger: SettleTrigger,
    { expected = [], captureId = checkout.pending_capture_id }: EventFacts = {},
  ): Promise<Settlement> {
    const ref = checkout.provider_ref
    const isUpToDate = isSettled(checkout.state) && isFromPayer(trigger)
    if (ref === null || isUpToDate) return unchanged(checkout)
    const provider = requireProvider(this.#deps.providers, checkout)
    if (wasRefundedByHost(checkout)) {
      const sentence = await findFailedRefund(provider, ref, trigger)
      return sentence === undefined
        ? unchanged(checkout)
        : this.#review(checkout, 'returned', sentence)
    }
    if (checkout.state === 'paid') {
      return this.#settlePaid(provider, { ...checkout, provider_ref: ref }, expected)
    }
    try {
      if (checkout.state === 'review')
        return await this.#reviewAgain(checkout, { ref, trigger, captureId })
      const payment = await this.#capturer.fetch(
        provider,
        { ...checkout, provider_ref: ref },
        { trigger, captureId },
      )
      return await this.#apply(checkout, payment, trigger, expected)
    } catch (error) {
      return this.#settleUnknown(checkout, provider, error)
    }
  }

  /**
   * Books what has become of a captured payment, even if its session, order or capture is not paid
   * any more: providers may hold money back again, and forget their orders.
   */
  async #settlePaid(
    provider: PaymentProvider,
    checkout: Started,
    expected: readonly ObjectRef[],
  ): Promise<Settlement> {
    const payment = await findIfKnown(() => provider.find(checkout.provider_ref))
    if (payment?.status === 'paid') return this.#apply(checkout, payment, 'event', expected)
    const recorded = await findRecordedCapture(this.#deps.database.reader, checkout.id)
    if (recorded === undefined) throw new Error(`The paid checkout ${checkout.id} has no capture.`)
    const unknown = { refundedCents: null, capturedAt: null, changedAt: null }
    const { object_id: id, amount_cents: amountCents } = recorded
    const capture = { id, amountCents, currency: CURRENCY, ...unknown }
    return this.#book(checkout, { capture, hasMoved: true, payerName: null }, 'event', expected)
  }

  /** See `Checkouts.cancel`. */
  async cancel(checkout: CheckoutRow): Promise<CheckoutRow> {
    const ref = checkout.provider_ref
    if (ref === null || checkout.state !== 'awaiting_payer') return checkout
    const provider = requireProvider(this.#deps.providers, checkout)
    // Waits for a running capture of this node: the payer is told that no money will be taken.
    return this.#mutex.run(checkout.id, async () => {
      try {
        await provider.cancel(ref)
        const payment = await provider.find(ref)
        const isUnpaid = payment.status === 'awaiting_payer' || payment.status === 'approved'
        if (isUnpaid || payment.status === 'expired')
          return await cancelUnpaid(this.#deps, checkout)
        return (await this.#apply(checkout, payment, 'status', [])).checkout
      } catch (error) {
        return (await this.#settleUnknown(checkout, provider, error)).checkout
      }
    })
  }

  /** Books a payment in review that turns out paid as agreed; else leaves it to the host. */
  async #reviewAgain(
    checkout: CheckoutRow,
    { ref, trigger, captureId }: { ref: string; trigger: SettleTrigger; captureId: string | null },
  ): Promise<Settlement> {
    const payment = await requireProvider(this.#deps.providers, checkout).find(ref, captureId)
    const isAgreed = findDisagreement(checkout, payment) === undefined
    if (payment.status !== 'paid' || !isAgreed) return unchanged(checkout)
    return this.#book(checkout, payment, trigger, [])
  }

  /** Settles a payment that its provider does not know; throws `error` to have it checked again. */
  async #settleUnknown(
    checkout: CheckoutRow,
    provider: PaymentProvider,
    error: unknown,
  ): Promise<Settlement> {
    const known = await requireCheckout(this.#deps.database.reader, checkout.id)
    const judgement = judgeUnknown(known, { provider, error, now: this.#deps.clock() })
    switch (judgement) {
      case 'later':
        throw error
      case 'kept':
        return unchanged(checkout)
      case 'expired':
        return unchanged(await this.#move(checkout, 'expired'))
      default:
        return this.#review(checkout, 'unknown', judgement.review)
    }
  }

  async #review(
    checkout: CheckoutRow,
    cause: 'disagreed' | 'unknown' | 'returned',
    disagreement: string,
  ): Promise<Settlement> {
    this.#deps.logger.error({ checkout: checkout.id, disagreement }, 'payment needs a review')
    const moved = await this.#move(checkout, cause, disagreement)
    return { ...unchanged(moved), disagreement }
  }

  async #apply(
    checkout: CheckoutRow,
    payment: Payment,
    trigger: SettleTrigger,
    expected: readonly ObjectRef[],
  ): Promise<Settlement> {
    const disagreement = findDisagreement(checkout, payment)
    if (disagreement !== undefined) return this.#review(checkout, 'disagreed', disagreement)
    if (payment.status === 'paid') return this.#book(checkout, payment, trigger, expected)
    if (payment.status === 'declined') {
      const counted = await this.#countDecline(checkout)
      return { ...unchanged(await this.#awaitPayer(counted)), declined: true }
    }
    return unchanged(await this.#follow(checkout, payment))
  }

  /** Moves the checkout of a payment whose money has not come. */
  async #follow(
    checkout: CheckoutRow,
    payment: Exclude<Payment, { status: 'paid' | 'declined' }>,
  ): Promise<CheckoutRow> {
    switch (payment.status) {
      case 'processing':
        await this.#notePending(checkout, payment)
        return this.#move(checkout, 'processing')
      case 'failed':
        if (payment.isDecline) await this.#deps.declines.note(checkout, `${checkout.id} failed`)
        return this.#move(checkout, 'failed', payment.reason)
      case 'expired':
        return this.#move(checkout, 'expired')
      case 'awaiting_payer':
        return this.#awaitPayer(checkout)
      case 'approved':
        await this.#awaitPayer(checkout)
        // It was not captured: its payer may have turned back meanwhile.
        return requireCheckout(this.#deps.database.reader, checkout.id)
    }
  }

  async #notePending(
    { id, pending_capture_id: known }: CheckoutRow,
    { captureId, payerName }: Extract<Payment, { status: 'processing' }>,
  ): Promise<void> {
    if (captureId === undefined || captureId === known) return
    const name = cleanPayerName(payerName)
    await this.#deps.database.write(notePending, { id, captureId, name })
  }

  /** Moves a pending checkout back to its payer, because its capture has taken nothing. */
  async #awaitPayer(checkout: CheckoutRow): Promise<CheckoutRow> {
    return checkout.state === 'processing' ? this.#move(checkout, 'untaken') : checkout
  }

  async #countDecline(checkout: CheckoutRow): Promise<CheckoutRow> {
    const attempt = checkout.capture_attempt
    // Counted first: after a crash between the two, the same attempt is made and counted again.
    await this.#deps.declines.note(checkout, `${checkout.id} ${attempt}`)
    await this.#deps.database.write(countDecline, { id: checkout.id, attempt })
    return { ...checkout, capture_attempt: attempt + 1 }
  }

  async #book(
    checkout: CheckoutRow,
    facts: CaptureFacts,
    trigger: SettleTrigger,
    expected: readonly ObjectRef[],
  ): Promise<Settlement> {
    const booked = await this.#bookings.run(checkout.id, () =>
      book(this.#deps, checkout, facts, { trigger, expected }),
    )
    return { ...unchanged({ ...checkout, state: 'paid', reason: null }), ...booked }
  }

  async #move(
    { id }: CheckoutRow,
    cause: Transition['cause'],
    reason: string | null = null,
  ): Promise<CheckoutRow> {
    await this.#deps.database.write(moveCheckout, { id, cause, reason, at: this.#deps.clock() })
    // A concurrent call may have settled it later.
    return requireCheckout(this.#deps.database.reader, id)
  }
}
