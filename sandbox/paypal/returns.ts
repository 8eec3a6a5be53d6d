import { PaypalRefusal, unprocessable } from './errors.ts'
import type { EventLog, LogDeps } from './event-log.ts'
import { newDispute, newRefund, type AskedRefund } from './new-records.ts'
import { toDispute, toRefund } from './objects.ts'
import {
  addByCapture,
  disputesOf,
  isHeld,
  type CaptureRecord,
  type DisputeRecord,
  type RefundRecord,
} from './records.ts'
import { requireRecord } from './require-record.ts'

/** Refunds that fail and disputes that are won give the money back to be returned once more. */
const MAX_RETURNS = 1_000

/** How money goes back after a capture: refunds and disputes. */
export class Returns {
  readonly #log: EventLog
  readonly #deps: LogDeps

  constructor(log: EventLog, deps: LogDeps) {
    this.#log = log
    this.#deps = deps
  }

  /** Gives back all that is left where no amount is named. */
  refund(
    captureId: string,
    asked?: AskedRefund,
    status: 'COMPLETED' | 'PENDING' = 'COMPLETED',
  ): RefundRecord {
    const { captures, refunds } = this.#deps.state()
    const capture = requireRecord(captures, captureId)
    if (capture.refundIds.length >= MAX_RETURNS) throw new PaypalRefusal(429)
    const amountCents = this.#readRefundable(capture, asked)
    const refund = newRefund(this.#log.birth(), capture, { amountCents, status })
    refunds.set(refund.id, refund)
    capture.refundIds.push(refund.id)
    this.#addRefunded(capture, amountCents)
    this.#emitRefund(refund)
    return refund
  }

  /**
   * A refund that was under way comes to its end; a failed one gives the money back to us. PayPal
   * documents no event for that, so the one for refunds tells it.
   */
  decideRefund(refundId: string, status: 'COMPLETED' | 'FAILED'): void {
    const { captures, refunds } = this.#deps.state()
    const refund = requireRecord(refunds, refundId)
    if (refund.status !== 'PENDING') return
    refund.status = status
    if (status === 'FAILED') {
      this.#addRefunded(requireRecord(captures, refund.captureId), -refund.amountCents)
    }
    this.#emitRefund(refund)
  }

  /** Over what the capture still has. */
  openDispute(captureId: string): DisputeRecord {
    const { captures, disputes, disputesByCapture } = this.#deps.state()
    const capture = requireRecord(captures, captureId)
    if (disputesOf(this.#deps.state(), captureId).length >= MAX_RETURNS) {
      throw new PaypalRefusal(429)
    }
    const { id, createdAt } = this.#log.birth()
    const birth = { id: `PP-D-${id.slice(0, 8)}`, createdAt }
    const dispute = newDispute(birth, capture, this.#requireLeft(capture))
    disputes.set(dispute.id, dispute)
    addByCapture(disputesByCapture, dispute)
    this.#emitDispute('CUSTOMER.DISPUTE.CREATED', dispute)
    return dispute
  }

  /** PayPal looks at what we answered. */
  reviewDispute(disputeId: string): void {
    const dispute = requireRecord(this.#deps.state().disputes, disputeId)
    if (dispute.outcome !== null || dispute.isUnderReview) return
    Object.assign(dispute, { isUnderReview: true, updatedAt: this.#deps.clock() })
    this.#emitDispute('CUSTOMER.DISPUTE.UPDATED', dispute)
  }

  closeDispute(disputeId: string, outcome: 'won' | 'lost'): DisputeRecord {
    const dispute = requireRecord(this.#deps.state().disputes, disputeId)
    if (dispute.outcome !== null) return dispute
    Object.assign(dispute, { outcome, updatedAt: this.#deps.clock() })
    this.#emitDispute('CUSTOMER.DISPUTE.RESOLVED', dispute)
    if (outcome === 'lost') this.#emitReversal(dispute)
    return dispute
  }

  #readRefundable(capture: CaptureRecord, asked: AskedRefund): number {
    if (capture.status === 'PENDING') throw unprocessable('PENDING_CAPTURE')
    if (capture.status === 'DECLINED') throw unprocessable('REFUND_NOT_ALLOWED')
    if (disputesOf(this.#deps.state(), capture.id).some(isHeld)) {
      throw unprocessable('TRANSACTION_DISPUTED')
    }
    const left = this.#requireLeft(capture)
    if (asked === undefined) return left
    if ((asked.currency ?? capture.currency) !== capture.currency) {
      throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH')
    }
    if (asked.amountCents > left) throw unprocessable('REFUND_AMOUNT_EXCEEDED')
    return asked.amountCents
  }

  /** Cents that have neither been refunded nor are held by a dispute. */
  #requireLeft({ id, amountCents, refundedCents }: CaptureRecord): number {
    const held = disputesOf(this.#deps.state(), id).filter(isHeld)
    const left = held.reduce(
      (sum, dispute) => sum - dispute.amountCents,
      amountCents - refundedCents,
    )
    if (left <= 0) throw unprocessable('CAPTURE_FULLY_REFUNDED')
    return left
  }

  #addRefunded(capture: CaptureRecord, cents: number): void {
    capture.refundedCents += cents
    capture.updatedAt = this.#deps.clock()
  }

  #emitRefund(refund: RefundRecord): void {
    this.#log.emit('PAYMENT.CAPTURE.REFUNDED', 'refund', toRefund(refund, this.#deps.addresses()))
  }

  #emitDispute(type: string, dispute: DisputeRecord): void {
    const capture = requireRecord(this.#deps.state().captures, dispute.captureId)
    this.#log.emit(type, 'dispute', toDispute(dispute, capture, this.#deps.addresses()))
  }

  /** Told in the shape of a refund, although it is none that anybody could look up. */
  #emitReversal({ captureId, amountCents }: DisputeRecord): void {
    const capture = requireRecord(this.#deps.state().captures, captureId)
    const reversal = newRefund(this.#log.birth(), capture, { amountCents, status: 'COMPLETED' })
    this.#log.emit('PAYMENT.CAPTURE.REVERSED', 'refund', toRefund(reversal, this.#deps.addresses()))
  }
}
