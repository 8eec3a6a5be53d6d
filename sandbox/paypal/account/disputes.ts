import { ControlError } from '../../control-error.ts'
import { addByCapture, disputesOf } from '../records/records.ts'
import type {
  DisputeRecord,
  DisputeOutcome,
  DisputedTransactionRecord,
} from '../records/dispute-records.ts'
import { toDispute } from '../objects/dispute-objects.ts'
import { PaypalError, unprocessable } from '../errors.ts'
import type { EventLog, LogDeps } from './event-log.ts'
import { hold, remainingCents, payOut, release, costOfDispute } from '../records/holds.ts'
import {
  newDispute,
  newForeignCapture,
  newDisputedTransaction,
  type DisputeDraft,
} from '../records/new-records.ts'
import { requireRecord } from '../records/require-record.ts'

/**
 * The most refunds or disputes per payment. Failed refunds and won disputes bring the money back,
 * so that there may be others.
 */
export const MAX_PER_PAYMENT = 1_000

/** A disputed transaction: a capture, or one of other software in the same account. */
export type DisputedTransaction = { captureId: string } | { foreignCents: number }

export interface DisputeRequest {
  stage?: DisputeDraft['stage'] | undefined
  holdsCaptures?: boolean | undefined
  transactions: readonly [DisputedTransaction, ...DisputedTransaction[]]
  /** The disputed cents; all that is left of the transactions by default. */
  amountCents?: number | undefined
}

interface Changes {
  amountCents?: number | undefined
  stage?: 'CHARGEBACK' | undefined
}

/** The outcomes that give the held money to the payer. */
const FOR_BUYER = new Set<DisputeOutcome>(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])

/**
 * Implements disputes. The money is held from the first day, in an inquiry too: 'When a dispute,
 * claim, or chargeback is open, the funds will be held' (PayPal's help, article FAQ665).
 */
export class Disputes {
  readonly #log: EventLog
  readonly #deps: LogDeps

  constructor(log: EventLog, deps: LogDeps) {
    this.#log = log
    this.#deps = deps
  }

  require(id: string): DisputeRecord {
    return requireRecord(this.#deps.state().disputes, id)
  }

  open({ transactions, amountCents, stage, holdsCaptures }: DisputeRequest): DisputeRecord {
    const state = this.#deps.state()
    const records = transactions.map((one) => this.#toDisputedTransaction(one))
    const leftCents = records.reduce((sum, transaction) => sum + this.#leftOf(transaction), 0)
    if (leftCents <= 0) throw unprocessable('CAPTURE_FULLY_REFUNDED')
    const { id, ...base } = this.#log.createBase()
    const dispute = newDispute({ ...base, id: `PP-D-${id.slice(0, 8)}` }, records, {
      amountCents: Math.min(amountCents ?? leftCents, leftCents),
      currency: requireRecord(state.captures, records[0]?.captureId ?? '').currency,
      stage: stage ?? 'CHARGEBACK',
      holdsCaptures: holdsCaptures ?? false,
    })
    hold(state, dispute)
    state.disputes.set(dispute.id, dispute)
    addByCapture(state.disputesByCapture, dispute)
    this.#emit('CREATED', dispute)
    return dispute
  }

  /** Puts the dispute under PayPal's review. */
  review(id: string): void {
    const dispute = this.require(id)
    if (dispute.outcome !== null || dispute.isUnderReview) return
    dispute.isUnderReview = true
    this.#emit('UPDATED', dispute)
  }

  /** Changes the disputed amount, or makes the inquiry a claim. */
  change(id: string, { amountCents, stage }: Changes): void {
    const dispute = this.#requireOpen(id)
    if (stage !== undefined) dispute.stage = stage
    if (amountCents !== undefined) this.#changeAmount(dispute, amountCents)
    this.#emit('UPDATED', dispute)
  }

  /** Appeals a resolved dispute: its money is held again, whoever had it. */
  reopen(id: string): void {
    const dispute = this.require(id)
    if (dispute.outcome === null) throw new ControlError('This dispute is open.')
    for (const transaction of dispute.transactions) {
      transaction.heldCents += transaction.paidCents
      transaction.paidCents = 0
    }
    Object.assign(dispute, {
      outcome: null,
      amountRefundedCents: null,
      isUnderReview: true,
      stage: 'PRE_ARBITRATION',
    })
    hold(this.#deps.state(), dispute)
    this.#emit('UPDATED', dispute)
  }

  /**
   * Resolves a dispute. With an outcome for the buyer, `refundedCents` (all disputed cents by
   * default) is what they have in the end, earlier refunds included; PayPal's own payout costs us
   * nothing. Returns the cents that leave us now.
   */
  resolve(id: string, outcome: DisputeOutcome, refundedCents?: number): number {
    const dispute = this.#requireOpen(id)
    const isForBuyer = FOR_BUYER.has(outcome)
    const earlierCents = dispute.transactions.reduce(
      (sum, transaction) => sum + transaction.refundedCents,
      0,
    )
    const dueCents = isForBuyer ? (refundedCents ?? dispute.amountCents) - earlierCents : 0
    const heldCents = costOfDispute(dispute) - earlierCents
    const paidCents = Math.min(Math.max(0, dueCents), heldCents)
    payOut(dispute, paidCents)
    release(dispute)
    const toldCents = refundedCents ?? (earlierCents > 0 ? earlierCents + paidCents : null)
    Object.assign(dispute, { outcome, amountRefundedCents: toldCents, isUnderReview: false })
    this.#emit('RESOLVED', dispute)
    return paidCents
  }

  #changeAmount(dispute: DisputeRecord, amountCents: number): void {
    const left = dispute.transactions.reduce(
      (sum, transaction) => sum + this.#leftOf(transaction),
      0,
    )
    const goneCents = dispute.transactions.reduce(
      (sum, transaction) => sum + transaction.refundedCents,
      0,
    )
    const most = costOfDispute(dispute) + left
    dispute.amountCents = Math.max(goneCents, Math.min(amountCents, most))
    release(dispute, dispute.amountCents - goneCents)
    hold(this.#deps.state(), dispute)
  }

  #requireOpen(id: string): DisputeRecord {
    const dispute = this.require(id)
    if (dispute.outcome !== null) throw new ControlError('This dispute is resolved.')
    return dispute
  }

  #toDisputedTransaction(one: DisputedTransaction): DisputedTransactionRecord {
    const { captures } = this.#deps.state()
    const capture =
      'foreignCents' in one
        ? newForeignCapture(this.#log.createBase(), one.foreignCents)
        : requireRecord(captures, one.captureId)
    captures.set(capture.id, capture)
    if (disputesOf(this.#deps.state(), capture.id).length >= MAX_PER_PAYMENT) {
      throw new PaypalError(429)
    }
    return newDisputedTransaction(capture.id, capture.amountCents)
  }

  #leftOf({ captureId }: DisputedTransactionRecord): number {
    const state = this.#deps.state()
    return remainingCents(state, requireRecord(state.captures, captureId))
  }

  #emit(what: 'CREATED' | 'UPDATED' | 'RESOLVED', dispute: DisputeRecord): void {
    if (what !== 'CREATED') dispute.updatedAt = this.#deps.clock()
    const resource = toDispute(dispute, this.#deps.state(), this.#deps.apiUrls())
    this.#log.emit(`CUSTOMER.DISPUTE.${what}`, 'dispute', resource)
  }
}
