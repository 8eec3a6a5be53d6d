import type { DisputeRecord, ShareRecord } from './dispute-records.ts'
import { disputesOf, type CaptureRecord, type PaypalState } from './records.ts'
import { requireRecord } from './require-record.ts'

/*
 * Where a capture's money is: with us, held back for a dispute, or with the payer. Money moves from
 * one to another and is never in two places, whatever PayPal's answers say of it.
 */

/** Returns the cents of a capture that are ours: neither gone back nor held. */
export function leftOf(state: PaypalState, capture: CaptureRecord): number {
  const { heldCents, paidCents } = disputedOf(state, capture.id)
  return capture.amountCents - capture.refundedCents - heldCents - paidCents
}

/** Returns what disputes have of a capture: held back, and paid out beside its refunds. */
export function disputedOf(state: PaypalState, captureId: string) {
  const shares = disputesOf(state, captureId).flatMap((dispute) => sharesOf(dispute, captureId))
  return {
    heldCents: shares.reduce((sum, { heldCents }) => sum + heldCents, 0),
    paidCents: shares.reduce((sum, { paidCents }) => sum + paidCents, 0),
  }
}

/** Returns what has left us, or may yet, for a dispute. */
export function takenBy({ shares }: DisputeRecord): number {
  return shares.reduce(
    (sum, { heldCents, paidCents, refundedCents }) => sum + heldCents + paidCents + refundedCents,
    0,
  )
}

/** Holds back what is missing to the disputed amount, from each transaction what it has left. */
export function hold(state: PaypalState, dispute: DisputeRecord): void {
  for (const share of dispute.shares) {
    const missing = Math.max(0, dispute.amountCents - takenBy(dispute))
    share.heldCents += Math.min(missing, availableFor(state, share))
  }
}

/** Gives back to us what is held beyond `keptCents` in all. */
export function release(dispute: DisputeRecord, keptCents = 0): void {
  let kept = keptCents
  for (const share of dispute.shares) {
    share.heldCents = Math.min(share.heldCents, kept)
    kept -= share.heldCents
  }
}

/** Pays the payer out of what is held. */
export function payOut(dispute: DisputeRecord, cents: number): void {
  let left = cents
  for (const share of dispute.shares) {
    const paid = Math.min(share.heldCents, left)
    share.heldCents -= paid
    share.paidCents += paid
    left -= paid
  }
}

/** Takes a refund out of what is held of its capture, the oldest dispute first. */
export function refundOutOfHolds(state: PaypalState, captureId: string, cents: number): void {
  let left = cents
  for (const share of disputesOf(state, captureId).flatMap((one) => sharesOf(one, captureId))) {
    const refunded = Math.min(share.heldCents, left)
    share.heldCents -= refunded
    share.refundedCents += refunded
    left -= refunded
  }
}

function availableFor(state: PaypalState, { captureId }: ShareRecord): number {
  return leftOf(state, requireRecord(state.captures, captureId))
}

function sharesOf({ shares }: DisputeRecord, captureId: string): ShareRecord[] {
  return shares.filter((share) => share.captureId === captureId)
}
