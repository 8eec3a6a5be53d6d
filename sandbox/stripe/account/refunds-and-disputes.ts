import { StripeError, invalidRequest } from '../errors.ts'
import type { EventLog } from './event-log.ts'
import { newDispute, newRefund } from '../records/new-records.ts'
import { toCharge, toDispute, toRefund } from '../objects/objects.ts'
import {
  addByCharge,
  disputesOf,
  isHeld,
  type ChargeRecord,
  type DisputeRecord,
  type RefundRecord,
  type StripeState,
} from '../records/records.ts'
import { requireRecord } from '../records/require-record.ts'

/**
 * The most refunds or disputes per payment. Failed refunds and won disputes bring the money back,
 * so that there may be others.
 */
const MAX_PER_PAYMENT = 1_000

interface AskedRefund {
  /** Cents; all that is left by default. */
  amount?: number | undefined
  metadata?: Record<string, string>
  status?: RefundRecord['status'] | undefined
}

interface AskedDispute {
  /** Cents; all that is left by default. */
  amount?: number | undefined
  status?: DisputeRecord['status'] | undefined
}

const CLOSED: ReadonlySet<string> = new Set(['won', 'lost', 'warning_closed', 'prevented'])

/** Implements what takes money back after a charge: refunds and disputes. */
export class RefundsAndDisputes {
  readonly #log: EventLog
  readonly #state: () => StripeState

  constructor(log: EventLog, state: () => StripeState) {
    this.#log = log
    this.#state = state
  }

  refund(chargeId: string, { amount, metadata = {}, status = 'succeeded' }: AskedRefund = {}) {
    const charge = requireRecord(this.#state().charges, 'charge', chargeId)
    requireFew(this.#state().refundsByCharge.get(chargeId))
    const cents = this.#readRefundable(charge, amount)
    const refund = newRefund(this.#log.createDelayedBase('re'), charge, {
      amount: cents,
      metadata,
      status,
    })
    this.#state().refunds.set(refund.id, refund)
    addByCharge(this.#state().refundsByCharge, refund)
    charge.refunded += cents
    this.#log.emit('refund.created', toRefund(refund))
    this.#log.emit('charge.refunded', toCharge(charge))
    return refund
  }

  /** Delays what lists show, by at most this time; 0 shows everything at once. */
  setListLag(mostMs: number): void {
    this.#log.maxLagMs = mostMs
    if (mostMs > 0) return
    const { refunds, disputes } = this.#state()
    for (const record of [...refunds.values(), ...disputes.values()]) {
      Object.assign(record, { listedAt: 0, foundAt: 0 })
    }
  }

  /** Ends a pending refund; a failed one gives the money back to us. */
  decideRefund(refundId: string, status: 'succeeded' | 'failed' | 'canceled'): void {
    const refund = requireRecord(this.#state().refunds, 'refund', refundId)
    if (refund.status === 'failed' || refund.status === 'canceled') return
    if (status !== 'succeeded') {
      refund.failedAt = this.#log.now
      requireRecord(this.#state().charges, 'charge', refund.chargeId).refunded -= refund.amount
    }
    refund.status = status
    this.#log.emit(status === 'failed' ? 'refund.failed' : 'refund.updated', toRefund(refund))
  }

  /** Opens a dispute over all that is left of the charge, or a part of it. */
  openDispute(chargeId: string, asked: AskedDispute = {}): DisputeRecord {
    const { amount, status = 'needs_response' } = asked
    const charge = requireRecord(this.#state().charges, 'charge', chargeId)
    requireFew(disputesOf(this.#state(), chargeId))
    const left = this.findLeft(charge)
    if (left === 0) throw invalidRequest(`Charge ${chargeId} has nothing left to dispute.`)
    requireWithin(left, amount)
    const dispute = newDispute(this.#log.createDelayedBase('dp'), charge, {
      amount: amount ?? left,
      status,
    })
    this.#state().disputes.set(dispute.id, dispute)
    addByCharge(this.#state().disputesByCharge, dispute)
    charge.disputed = true
    this.#moveFunds(dispute, 0)
    this.#log.emit('charge.dispute.created', toDispute(dispute))
    if (isHeld(dispute)) this.#log.emit('charge.dispute.funds_withdrawn', toDispute(dispute))
    return dispute
  }

  /** Puts the dispute under the bank's review. */
  reviewDispute(disputeId: string): void {
    const dispute = requireRecord(this.#state().disputes, 'dispute', disputeId)
    if (dispute.status !== 'needs_response') return
    dispute.status = 'under_review'
    this.#log.emit('charge.dispute.updated', toDispute(dispute))
  }

  /**
   * Changes a dispute's status or amount, even after its end: an inquiry becomes a dispute, a won
   * one is opened again, a bank asks for less.
   */
  changeDispute(disputeId: string, change: AskedDispute): void {
    const dispute = requireRecord(this.#state().disputes, 'dispute', disputeId)
    const { amount = dispute.amount, status = dispute.status } = change
    const [before, after] = [heldBy(dispute), heldBy({ amount, status })]
    requireWithin(
      this.findLeft(requireRecord(this.#state().charges, 'charge', dispute.chargeId)),
      after - before,
    )
    const isClosed = CLOSED.has(status) && status !== dispute.status
    Object.assign(dispute, { amount, status })
    this.#moveFunds(dispute, before)
    this.#log.emit(`charge.dispute.${isClosed ? 'closed' : 'updated'}`, toDispute(dispute))
    if (after > before) this.#log.emit('charge.dispute.funds_withdrawn', toDispute(dispute))
    if (after < before) this.#log.emit('charge.dispute.funds_reinstated', toDispute(dispute))
  }

  closeDispute(disputeId: string, status: 'won' | 'lost'): void {
    const dispute = requireRecord(this.#state().disputes, 'dispute', disputeId)
    if (dispute.status === 'won' || dispute.status === 'lost') return
    const before = heldBy(dispute)
    dispute.status = status
    this.#moveFunds(dispute, before)
    this.#log.emit('charge.dispute.closed', toDispute(dispute))
    if (status === 'won') this.#log.emit('charge.dispute.funds_reinstated', toDispute(dispute))
  }

  #moveFunds(dispute: DisputeRecord, heldBefore: number): void {
    const cents = heldBefore - heldBy(dispute)
    if (cents !== 0) dispute.funds.push({ at: this.#log.now, cents })
  }

  /** Returns the cents of a charge that are neither refunded nor held by a dispute. */
  findLeft({ id, amount, refunded, failureCode }: ChargeRecord): number {
    if (failureCode !== null) return 0
    const held = disputesOf(this.#state(), id).filter(isHeld)
    return Math.max(
      0,
      held.reduce((left, dispute) => left - dispute.amount, amount - refunded),
    )
  }

  #readRefundable(charge: ChargeRecord, amount: number | undefined): number {
    if (disputesOf(this.#state(), charge.id).some(isHeld)) throw chargeDisputed(charge.id)
    const left = this.findLeft(charge)
    if (amount === undefined && charge.refunded > 0 && left === 0) throw chargeRefunded(charge.id)
    const cents = amount ?? left
    if (cents >= 1 && cents <= left) return cents
    throw invalidRequest(
      `Refund amount (${cents}) is greater than unrefunded amount on charge (${left})`,
      'amount',
    )
  }
}

function requireFew(returns: readonly unknown[] = []): void {
  if (returns.length < MAX_PER_PAYMENT) return
  throw invalidRequest(`The sandbox keeps at most ${MAX_PER_PAYMENT} of them for a charge.`)
}

function heldBy(dispute: Pick<DisputeRecord, 'amount' | 'status'>): number {
  return isHeld(dispute) ? dispute.amount : 0
}

function requireWithin(left: number, cents = 0): void {
  if (cents > left) throw invalidRequest(`Only ${left} cents are left to dispute.`, 'amount')
}

function chargeDisputed(chargeId: string): StripeError {
  const message = `Charge ${chargeId} has been charged back; cannot issue a refund.`
  return new StripeError(400, 'invalid_request_error', message, { code: 'charge_disputed' })
}

function chargeRefunded(chargeId: string): StripeError {
  const message = `Charge ${chargeId} has already been refunded.`
  return new StripeError(400, 'invalid_request_error', message, {
    code: 'charge_already_refunded',
  })
}
