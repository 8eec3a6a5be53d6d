import { toOutcome, type DisputeRecord, type Outcome } from './dispute-records.ts'
import { Disputes, MAX_RETURNS } from './disputes.ts'
import { PaypalRefusal, unprocessable } from './errors.ts'
import type { EventLog, LogDeps } from './event-log.ts'
import { disputedOf, leftOf, refundOutOfHolds } from './holds.ts'
import { newRefund, type AskedRefund } from './new-records.ts'
import { toRefund } from './objects.ts'
import type { CaptureRecord, RefundRecord } from './records.ts'
import { requireRecord } from './require-record.ts'

/** How a refund comes about where the shop's own API call does not make it. */
interface RefundOptions {
  status?: 'COMPLETED' | 'PENDING' | undefined
  /** Whether its order will list it; its event names it in any case. */
  isListed?: boolean | undefined
}

/** How money goes back after a capture: refunds, disputes and reversals. */
export class Returns {
  readonly disputes: Disputes
  readonly #log: EventLog
  readonly #deps: LogDeps

  constructor(log: EventLog, deps: LogDeps) {
    this.#log = log
    this.#deps = deps
    this.disputes = new Disputes(log, deps)
  }

  /** Gives back all that is left where no amount is named. */
  refund(captureId: string, asked?: AskedRefund, options: RefundOptions = {}): RefundRecord {
    const capture = this.#require(captureId)
    return this.#makeRefund(capture, this.#readRefundable(capture, asked), options)
  }

  /**
   * A refund that was under way comes to its end; one that failed or was cancelled gives the money
   * back to us.
   */
  decideRefund(refundId: string, status: 'COMPLETED' | 'FAILED' | 'CANCELLED'): void {
    const { captures, refunds } = this.#deps.state()
    const refund = requireRecord(refunds, refundId)
    if (refund.status !== 'PENDING') return
    refund.status = status
    const isDone = status === 'COMPLETED'
    if (!isDone) this.#addRefunded(requireRecord(captures, refund.captureId), -refund.amountCents)
    this.#tellRefund(isDone ? 'PAYMENT.CAPTURE.REFUNDED' : 'PAYMENT.REFUND.FAILED', refund)
  }

  /** Over what the capture still has. */
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

  /** Ends a dispute; its payout may be listed as a refund of the capture. */
  resolveDispute(
    disputeId: string,
    outcome: Outcome,
    {
      refundedCents,
      isListed = false,
    }: { refundedCents?: number | undefined; isListed?: boolean | undefined },
  ): void {
    const dispute = this.disputes.require(disputeId)
    const before = new Map(dispute.shares.map((share) => [share, share.paidCents]))
    this.disputes.resolve(disputeId, outcome, refundedCents)
    for (const share of dispute.shares) {
      const capture = this.#deps.state().captures.get(share.captureId)
      const paidCents = share.paidCents - (before.get(share) ?? 0)
      if (capture === undefined || capture.isForeign || paidCents === 0) continue
      if (!isListed) {
        this.#tellReversal(capture, paidCents)
        continue
      }
      // The same money under another name.
      share.paidCents -= paidCents
      share.refundedCents += paidCents
      this.#keepRefund(capture, paidCents, {})
    }
  }

  /** The seller settles an open dispute, wholly or in part, out of what is held of one capture. */
  refundDispute(
    disputeId: string,
    asked: { captureId: string; amountCents?: number | undefined; isListed?: boolean | undefined },
  ): RefundRecord {
    const share = this.disputes
      .require(disputeId)
      .shares.find(({ captureId }) => captureId === asked.captureId)
    if (share === undefined || share.heldCents === 0) throw unprocessable('REFUND_NOT_ALLOWED')
    const cents = Math.min(asked.amountCents ?? share.heldCents, share.heldCents)
    share.heldCents -= cents
    share.refundedCents += cents
    return this.#keepRefund(this.#require(asked.captureId), cents, { isListed: asked.isListed })
  }

  /**
   * The payer's bank takes money back. No list tells of it, but the event and the capture's status; the
   * event points to a refund that can be looked up, or cannot.
   */
  reverse(captureId: string, amountCents?: number, { isKnown = true } = {}): void {
    const capture = this.#require(captureId)
    const left = this.#requireLeft(capture)
    const cents = Math.min(amountCents ?? left, left)
    this.#addRefunded(capture, cents)
    this.#tellReversal(capture, cents, isKnown)
  }

  #makeRefund(capture: CaptureRecord, cents: number, options: RefundOptions): RefundRecord {
    const { heldCents } = disputedOf(this.#deps.state(), capture.id)
    refundOutOfHolds(this.#deps.state(), capture.id, Math.min(heldCents, cents))
    return this.#keepRefund(capture, cents, options)
  }

  #keepRefund(
    capture: CaptureRecord,
    amountCents: number,
    { status = 'COMPLETED', isListed = true }: RefundOptions,
  ): RefundRecord {
    if (capture.refundIds.length >= MAX_RETURNS) throw new PaypalRefusal(429)
    const refund = newRefund(this.#log.birth(), capture, { amountCents, status })
    this.#deps.state().refunds.set(refund.id, refund)
    if (isListed) capture.refundIds.push(refund.id)
    this.#addRefunded(capture, amountCents)
    this.#tellRefund('PAYMENT.CAPTURE.REFUNDED', refund)
    return refund
  }

  /** A refund of everything settles what is disputed; parts of it are for the Resolution Center. */
  #readRefundable(capture: CaptureRecord, asked: AskedRefund): number {
    if (capture.status === 'PENDING') throw unprocessable('PENDING_CAPTURE')
    if (capture.status !== 'COMPLETED') throw unprocessable('REFUND_NOT_ALLOWED')
    const { heldCents } = disputedOf(this.#deps.state(), capture.id)
    const left =
      heldCents > 0 ? leftOf(this.#deps.state(), capture) + heldCents : this.#requireLeft(capture)
    if (asked === undefined) return left
    if ((asked.currency ?? capture.currency) !== capture.currency) {
      throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH')
    }
    if (heldCents > 0 && asked.amountCents < left) throw unprocessable('TRANSACTION_DISPUTED')
    if (asked.amountCents > left) throw unprocessable('REFUND_AMOUNT_EXCEEDED')
    return asked.amountCents
  }

  /** Cents that have neither gone back nor are held by a dispute. */
  #requireLeft(capture: CaptureRecord): number {
    const left = leftOf(this.#deps.state(), capture)
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

  #tellRefund(type: string, refund: RefundRecord): void {
    this.#log.emit(type, 'refund', toRefund(refund, this.#deps.addresses()))
  }

  /** Told in the shape of a refund, although it need not be one that anybody could look up. */
  #tellReversal(capture: CaptureRecord, amountCents: number, isKnown = false): void {
    const reversal = newRefund(this.#log.birth(), capture, { amountCents, status: 'COMPLETED' })
    if (isKnown) this.#deps.state().refunds.set(reversal.id, reversal)
    this.#tellRefund('PAYMENT.CAPTURE.REVERSED', reversal)
  }
}
