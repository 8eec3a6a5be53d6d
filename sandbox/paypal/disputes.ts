import { ControlRefusal } from '../control-refusal.ts'
import { addByCapture, disputesOf } from './records.ts'
import type { DisputeRecord, Outcome, ShareRecord } from './dispute-records.ts'
import { toDispute } from './dispute-objects.ts'
import { PaypalRefusal, unprocessable } from './errors.ts'
import type { EventLog, LogDeps } from './event-log.ts'
import { hold, leftOf, payOut, release, takenBy } from './holds.ts'
import { newDispute, newForeignCapture, newShare, type DisputeDraft } from './new-records.ts'
import { requireRecord } from './require-record.ts'

/** Refunds that fail and disputes that are won give the money back to be returned once more. */
export const MAX_RETURNS = 1_000

/** A transaction that is disputed: a capture, or one of other software in the same account. */
export type Disputed = { captureId: string } | { foreignCents: number }

export interface DisputeRequest {
  stage?: DisputeDraft['stage'] | undefined
  holdsCaptures?: boolean | undefined
  transactions: readonly [Disputed, ...Disputed[]]
  /** All that is left of the transactions where it is not named. */
  amountCents?: number | undefined
}

interface Changes {
  amountCents?: number | undefined
  stage?: 'CHARGEBACK' | undefined
}

/** After which the payer has the money, out of what was held. */
const FOR_BUYER = new Set<Outcome>(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])

/**
 * What payers contest. The money is held from the first day, in an inquiry too: 'When a dispute, claim,
 * or chargeback is open, the funds will be held' (PayPal's help, article FAQ665).
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
    const shares = transactions.map((one) => this.#toShare(one))
    const leftCents = shares.reduce((sum, share) => sum + this.#leftOf(share), 0)
    if (leftCents <= 0) throw unprocessable('CAPTURE_FULLY_REFUNDED')
    const { id, ...birth } = this.#log.birth()
    const dispute = newDispute({ ...birth, id: `PP-D-${id.slice(0, 8)}` }, shares, {
      amountCents: Math.min(amountCents ?? leftCents, leftCents),
      currency: requireRecord(state.captures, shares[0]?.captureId ?? '').currency,
      stage: stage ?? 'CHARGEBACK',
      holdsCaptures: holdsCaptures ?? false,
    })
    hold(state, dispute)
    state.disputes.set(dispute.id, dispute)
    addByCapture(state.disputesByCapture, dispute)
    this.#tell('CREATED', dispute)
    return dispute
  }

  /** PayPal looks at what we answered. */
  review(id: string): void {
    const dispute = this.require(id)
    if (dispute.outcome !== null || dispute.isUnderReview) return
    dispute.isUnderReview = true
    this.#tell('UPDATED', dispute)
  }

  /** The payer contests more or less, or takes the inquiry to PayPal as a claim. */
  change(id: string, { amountCents, stage }: Changes): void {
    const dispute = this.#requireOpen(id)
    if (stage !== undefined) dispute.stage = stage
    if (amountCents !== undefined) this.#changeAmount(dispute, amountCents)
    this.#tell('UPDATED', dispute)
  }

  /** A resolved dispute is appealed: whoever had the money, it is held again. */
  reopen(id: string): void {
    const dispute = this.require(id)
    if (dispute.outcome === null) throw new ControlRefusal('This dispute is open.')
    for (const share of dispute.shares) {
      share.heldCents += share.paidCents
      share.paidCents = 0
    }
    Object.assign(dispute, {
      outcome: null,
      amountRefundedCents: null,
      isUnderReview: true,
      stage: 'PRE_ARBITRATION',
    })
    hold(this.#deps.state(), dispute)
    this.#tell('UPDATED', dispute)
  }

  /**
   * Ends a dispute. For the buyer, `refundedCents` (all that was disputed where it is not named) is
   * what they have in the end, refunds made meanwhile included; PayPal's own payout costs us nothing.
   * Returns what left us at this moment.
   */
  resolve(id: string, outcome: Outcome, refundedCents?: number): number {
    const dispute = this.#requireOpen(id)
    const isForBuyer = FOR_BUYER.has(outcome)
    const earlierCents = dispute.shares.reduce((sum, share) => sum + share.refundedCents, 0)
    const dueCents = isForBuyer ? (refundedCents ?? dispute.amountCents) - earlierCents : 0
    const heldCents = takenBy(dispute) - earlierCents
    const paidCents = Math.min(Math.max(0, dueCents), heldCents)
    payOut(dispute, paidCents)
    release(dispute)
    const toldCents = refundedCents ?? (earlierCents > 0 ? earlierCents + paidCents : null)
    Object.assign(dispute, { outcome, amountRefundedCents: toldCents, isUnderReview: false })
    this.#tell('RESOLVED', dispute)
    return paidCents
  }

  #changeAmount(dispute: DisputeRecord, amountCents: number): void {
    const left = dispute.shares.reduce((sum, share) => sum + this.#leftOf(share), 0)
    const goneCents = dispute.shares.reduce((sum, share) => sum + share.refundedCents, 0)
    const most = takenBy(dispute) + left
    dispute.amountCents = Math.max(goneCents, Math.min(amountCents, most))
    release(dispute, dispute.amountCents - goneCents)
    hold(this.#deps.state(), dispute)
  }

  #requireOpen(id: string): DisputeRecord {
    const dispute = this.require(id)
    if (dispute.outcome !== null) throw new ControlRefusal('This dispute is resolved.')
    return dispute
  }

  #toShare(one: Disputed): ShareRecord {
    const { captures } = this.#deps.state()
    const capture =
      'foreignCents' in one
        ? newForeignCapture(this.#log.birth(), one.foreignCents)
        : requireRecord(captures, one.captureId)
    captures.set(capture.id, capture)
    if (disputesOf(this.#deps.state(), capture.id).length >= MAX_RETURNS) {
      throw new PaypalRefusal(429)
    }
    return newShare(capture.id, capture.amountCents)
  }

  #leftOf({ captureId }: ShareRecord): number {
    const state = this.#deps.state()
    return leftOf(state, requireRecord(state.captures, captureId))
  }

  #tell(what: 'CREATED' | 'UPDATED' | 'RESOLVED', dispute: DisputeRecord): void {
    if (what !== 'CREATED') dispute.updatedAt = this.#deps.clock()
    const resource = toDispute(dispute, this.#deps.state(), this.#deps.addresses())
    this.#log.emit(`CUSTOMER.DISPUTE.${what}`, 'dispute', resource)
  }
}
