import { toOutcome, type DisputeRecord, type DisputeOutcome } from '../records/dispute-records.ts'
import { Disputes, MAX_PER_PAYMENT } from './disputes.ts'
import { PaypalError, unprocessable } from '../errors.ts'
import type { EventLog, LogDeps } from './event-log.ts'
import { disputedCents, remainingCents, refundOutOfHolds } from '../records/holds.ts'
import { newRefund, type RefundRequest } from '../records/new-records.ts'
import { toRefund } from '../objects/objects.ts'
import type { CaptureRecord, RefundRecord } from '../records/records.ts'
import { requireRecord } from '../records/require-record.ts'

/** Options of a refund that the shop's own API call does not make. */
interface RefundOptions {
  status?: 'COMPLETED' | 'PENDING' | undefined
  /** True if its order will list it; its event names it in any case. */
  isListed?: boolean | undefined
}

/** Implements what takes money back after a capture: refunds, disputes and reversals. */
export class RefundsAndDisputes {
  readonly disputes: Disputes
  readonly #log: EventLog
  readonly #deps: LogDeps

  constructor(log: EventLog, deps: LogDeps) {
    this.#log = log
    this.#deps = deps
    this.disputes = new Disputes(log, deps)
  }

  /** Refunds a capture; all that is left without an amount. */
  refund(captureId: string, asked?: RefundRequest, options: RefundOptions = {}): RefundRecord {
    const capture = this.#require(captureId)
    return this.#makeRefund(capture, this.#readRefundable(capture, asked), options)
  }

  /** Ends a pending refund; a failed or cancelled one gives the money back to us. */
  decideRefund(refundId: string, status: 'COMPLETED' | 'FAILED' | 'CANCELLED'): void {
    const { captures, refunds } = this.#deps.state()
    const refund = requireRecord(refunds, refundId)
    if (refund.status !== 'PENDING') return
    refund.status = status
    const isDone = status === 'COMPLETED'
    if (!isDone) this.#addRefunded(requireRecord(captures, refund.captureId), -refund.amountCents)
    this.#emitRefund(isDone ? 'PAYMENT.CAPTURE.REFUNDED' : 'PAYMENT.REFUND.FAILED', refund)
  }

  /** Opens a dispute over all that is left of the capture. */
  openDispute(captureId: string): DisputeRecord {
    return this.disputes.open({ transactions: [{ captureId }] })
  }

  reviewDispute(disputeId: string): void {
    this.disputes.review(disputeId)
  }

  closeDispute(disputeId: string, outcome: 'won' | 'lost'): void {
    if (this.disputes.require(disputeId).outcome !== null) return
    this.resolveDispute(disputeId, toOutcome(outcome), {})
  }

  /** Resolves a dispute; its payout may be listed as a refund of the capture. */
  resolveDispute(
    disputeId: string,
    outcome: DisputeOutcome,
    {
      refundedCents,
      isListed = false,
    }: { refundedCents?: number | undefined; isListed?: boolean | undefined },
  ): void {
    const dispute = this.disputes.require(disputeId)
    const before = new Map(
      dispute.transactions.map((transaction) => [transaction, transaction.paidCents]),
    )
    this.disputes.resolve(disputeId, outcome, refundedCents)
    for (const transaction of dispute.transactions) {
      const capture = this.#deps.state().captures.get(transaction.captureId)
      const paidCents = transaction.paidCents - (before.get(transaction) ?? 0)
      if (capture === undefined || capture.isForeign || paidCents === 0) continue
      if (!isListed) {
        this.#emitReversal(capture, paidCents)
        continue
      }
      // These cents move from the dispute to the refund.
      transaction.paidCents -= paidCents
      transaction.refundedCents += paidCents
      this.#keepRefund(capture, paidCents, {})
    }
  }

  /**
   * Refunds, wholly or in part, out of the held cents of one capture in an open dispute, as the
   * seller.
   */
  refundDispute(
    disputeId: string,
    asked: { captureId: string; amountCents?: number | undefined; isListed?: boolean | undefined },
  ): RefundRecord {
    const transaction = this.disputes
      .require(disputeId)
      .transactions.find(({ captureId }) => captureId === asked.captureId)
    if (transaction === undefined || transaction.heldCents === 0)
      throw unprocessable('REFUND_NOT_ALLOWED')
    const cents = Math.min(asked.amountCents ?? transaction.heldCents, transaction.heldCents)
    transaction.heldCents -= cents
    transaction.refundedCents += cents
    return this.#keepRefund(this.#require(asked.captureId), cents, { isListed: asked.isListed })
  }

  /**
   * Takes money back as the payer's bank. No list shows it, only the event and the capture's
   * status; the event names a refund that can be read, or cannot.
   */
  reverse(captureId: string, amountCents?: number, { isKnown = true } = {}): void {
    const capture = this.#require(captureId)
    const left = this.#requireLeft(capture)
    const cents = Math.min(amountCents ?? left, left)
    this.#addRefunded(capture, cents)
    this.#emitReversal(capture, cents, isKnown)
  }

  #makeRefund(capture: CaptureRecord, cents: number, options: RefundOptions): RefundRecord {
    const { heldCents } = disputedCents(this.#deps.state(), capture.id)
    refundOutOfHolds(this.#deps.state(), capture.id, Math.min(heldCents, cents))
    return this.#keepRefund(capture, cents, options)
  }

  #keepRefund(
    capture: CaptureRecord,
    amountCents: number,
    { status = 'COMPLETED', isListed = true }: RefundOptions,
  ): RefundRecord {
    if (capture.refundIds.length >= MAX_PER_PAYMENT) throw new PaypalError(429)
    const refund = newRefund(this.#log.createBase(), capture, { amountCents, status })
    this.#deps.state().refunds.set(refund.id, refund)
    if (isListed) capture.refundIds.push(refund.id)
    this.#addRefunded(capture, amountCents)
    this.#emitRefund('PAYMENT.CAPTURE.REFUNDED', refund)
    return refund
  }

  /**
   * Returns the cents to refund. A refund of everything settles disputes; parts of disputed money
   * can only be refunded in the Resolution Center.
   */
  #readRefundable(capture: CaptureRecord, asked: RefundRequest): number {
    if (capture.status === 'PENDING') throw unprocessable('PENDING_CAPTURE')
    if (capture.status !== 'COMPLETED') throw unprocessable('REFUND_NOT_ALLOWED')
    const { heldCents } = disputedCents(this.#deps.state(), capture.id)
    const left =
      heldCents > 0
        ? remainingCents(this.#deps.state(), capture) + heldCents
        : this.#requireLeft(capture)
    if (asked === undefined) return left
    if ((asked.currency ?? capture.currency) !== capture.currency) {
      throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH')
    }
    if (heldCents > 0 && asked.amountCents < left) throw unprocessable('TRANSACTION_DISPUTED')
    if (asked.amountCents > left) throw unprocessable('REFUND_AMOUNT_EXCEEDED')
    return asked.amountCents
  }

  /**
   * Returns the cents that are neither refunded nor held by a dispute; throws if there are none.
   */
  #requireLeft(capture: CaptureRecord): number {
    const left = remainingCents(this.#deps.state(), capture)
    if (left <= 0) throw unprocessable('CAPTURE_FULLY_REFUNDED')
    return left
  }

  #require(captureId: string): CaptureRecord {
    return requireRecord(this.#deps.state().captures, captureId)
  }

  #addRefunded(capture: CaptureRecord, cents: number): void {
    capture.refundedCents += cents
    capture.updatedAt = this.#deps.clock()
  }

  #emitRefund(type: string, refund: RefundRecord): void {
    this.#log.emit(type, 'refund', toRefund(refund, this.#deps.apiUrls()))
  }

  /** Emits a reversal in the format of a refund, although it may be one that cannot be read. */
  #emitReversal(capture: CaptureRecord, amountCents: number, isKnown = false): void {
    const reversal = newRefund(this.#log.createBase(), capture, {
      amountCents,
      status: 'COMPLETED',
    })
    if (isKnown) this.#deps.state().refunds.set(reversal.id, reversal)
    this.#emitRefund('PAYMENT.CAPTURE.REVERSED', reversal)
  }
}
