import type { DisputeRecord, DisputedTransactionRecord } from './dispute-records.ts'
import { disputesOf, type CaptureRecord, type PaypalState } from './records.ts'
import { requireRecord } from './require-record.ts'

/*
 * Where a capture's money is: with us, held back for a dispute, or with the payer. Money moves from
 * one to another and is never in two places, whatever PayPal's answers say of it.
 */

/** Returns the cents of a capture that are ours: neither refunded, reversed nor held. */
export function remainingCents(state: PaypalState, capture: CaptureRecord): number {
  const { heldCents, paidCents } = disputedCents(state, capture.id)
  return capture.amountCents - capture.refundedCents - heldCents - paidCents
}

/**
 * Returns the cents of a capture that disputes hold, and those that they paid out besides refunds.
 */
export function disputedCents(state: PaypalState, captureId: string) {
  const transactions = transactionsOf(state, captureId)
  return {
    heldCents: transactions.reduce((sum, { heldCents }) => sum + heldCents, 0),
    paidCents: transactions.reduce((sum, { paidCents }) => sum + paidCents, 0),
  }
}

/** Returns the cents that a dispute has cost us, or may yet. */
export function costOfDispute({ transactions }: DisputeRecord): number {
  return transactions.reduce(
    (sum, { heldCents, paidCents, refundedCents }) => sum + heldCents + paidCents + refundedCents,
    0,
  )
}

/** Holds the missing cents of the disputed amount, from each transaction up to what is left. */
export function hold(state: PaypalState, dispute: DisputeRecord): void {
  for (const transaction of dispute.transactions) {
    const missing = Math.max(0, dispute.amountCents - costOfDispute(dispute))
    transaction.heldCents += Math.min(missing, availableFor(state, transaction))
  }
}

/** Releases what is held beyond `keptCents` in all. */
export function release(dispute: DisputeRecord, keptCents = 0): void {
  let kept = keptCents
  for (const transaction of dispute.transactions) {
    transaction.heldCents = Math.min(transaction.heldCents, kept)
    kept -= transaction.heldCents
  }
}

/** Pays the payer out of the held cents. */
export function payOut(dispute: DisputeRecord, cents: number): void {
  let left = cents
  for (const transaction of dispute.transactions) {
    const paid = Math.min(transaction.heldCents, left)
    transaction.heldCents -= paid
    transaction.paidCents += paid
    left -= paid
  }
}

/** Takes a refund out of the held cents of its capture, from the oldest dispute first. */
export function refundOutOfHolds(state: PaypalState, captureId: string, cents: number): void {
  let left = cents
  for (const transaction of transactionsOf(state, captureId)) {
    const refunded = Math.min(transaction.heldCents, left)
    transaction.heldCents -= refunded
    transaction.refundedCents += refunded
    left -= refunded
  }
}

function availableFor(state: PaypalState, { captureId }: DisputedTransactionRecord): number {
  return remainingCents(state, requireRecord(state.captures, captureId))
}

function transactionsOf(state: PaypalState, captureId: string): DisputedTransactionRecord[] {
  return disputesOf(state, captureId)
    .flatMap(({ transactions }) => transactions)
    .filter((transaction) => transaction.captureId === captureId)
}
