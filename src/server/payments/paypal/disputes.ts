import type { AppError } from '#contract/app-error.ts'
import { undecidedDispute } from '../failures/failures.ts'
import type { MovedMoney } from '../reading/movements.ts'
import type { Dispute } from './api/schemas.ts'

/*
 * The arithmetic of PayPal's disputes. A dispute, or an inquiry, holds its amount from the day on
 * which it is opened. Refunds during a dispute are paid out of the held amount, and the payout of a
 * lost dispute may be listed among the order's refunds: neither may be subtracted twice.
 */

/** The money of one capture that one dispute holds, or has taken. */
export interface DisputeShare extends Pick<MovedMoney, 'objectId' | 'currency' | 'createdAt'> {
  amountCents: number
  outcome: 'open' | 'won' | 'lost'
  /** The cents that are not ours: all while it is open, what the payer got once it is lost. */
  heldCents: number
  /** The time when it was settled, Unix ms; undefined while it is not. */
  settledAt: number | undefined
  /** A sentence for the host about what PayPal does not say; undefined if nothing is uncertain. */
  doubt: string | undefined
}

/** Outcomes after which the payer has the money. */
const LOST = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])

/** Outcomes after which the money is ours again. */
const WON = new Set(['RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER', 'DENIED', 'NONE'])

/** PayPal itself paid the payer: the money is ours again, except for what was debited. */
const PAID_BY_PAYPAL = 'RESOLVED_WITH_PAYOUT'

/** The time within which a dispute's own payout is listed after the dispute was settled. */
const PAYOUT_MS = 60 * 60 * 1000

/**
 * Returns the share of a dispute in one capture, given the refunds of that capture, or undefined if
 * the dispute is not over it. A dispute over several captures takes from each what was paid there,
 * up to the disputed amount; the refunds during the dispute show the capture's part of a loss.
 */
export function toShare(
  dispute: Dispute,
  captureId: string,
  refunds: readonly MovedMoney[] = [],
): DisputeShare | undefined {
  const { disputed_transactions: transactions, dispute_amount } = dispute
  const index = transactions.findIndex((one) => one.seller_transaction_id === captureId)
  if (index < 0) return undefined
  const outcome = findOutcome(dispute)
  const lost = findPart(dispute, index, findLostCents(dispute), sumSettling(dispute, refunds))
  const heldCents = findPart(dispute, index, dispute_amount.amountCents).cents
  const amountCents = Math.max(heldCents, outcome === 'lost' ? lost.cents : 0)
  return {
    objectId: transactions.length === 1 ? dispute.dispute_id : toShareId(dispute, captureId),
    currency: dispute_amount.currency,
    createdAt: dispute.create_time,
    amountCents,
    outcome,
    heldCents: { open: amountCents, won: 0, lost: lost.cents }[outcome],
    settledAt: outcome === 'open' ? undefined : dispute.update_time || undefined,
    doubt: outcome === 'lost' && !lost.isKnown ? doubtPart(dispute) : findDoubt(dispute),
  }
}

const SEPARATOR = '/'

/** Returns a share's object id: the ledger has one row for each object and kind. */
function toShareId({ dispute_id }: Dispute, captureId: string): string {
  return `${dispute_id}${SEPARATOR}${captureId}`
}

/** Returns PayPal's id of the dispute to which an object id in the ledger belongs. */
export function toDisputeId(objectId: string): string {
  return objectId.split(SEPARATOR)[0] ?? objectId
}

/** Returns the error of a resolved dispute of which PayPal does not say who got the money. */
export function findUndecided(dispute: Dispute): AppError | undefined {
  const { dispute_id, status, dispute_outcome } = dispute
  const isDecided =
    typeof dispute_outcome?.outcome_code === 'string' || findDebitedCents(dispute) !== undefined
  return status === 'RESOLVED' && !isDecided ? undecidedDispute('PayPal', dispute_id) : undefined
}

function doubtPart({ dispute_id }: Dispute): string {
  return `PayPal does not say from which payments the dispute ${dispute_id} took its money; this one's part is a guess.`
}

/** Returns the doubt about an unknown outcome, which does not show whose money was returned. */
function findDoubt(dispute: Dispute): string | undefined {
  const { dispute_id, status, dispute_outcome } = dispute
  const code = dispute_outcome?.outcome_code ?? ''
  if (status !== 'RESOLVED' || code === '' || isKnownOutcome(code)) return undefined
  if (findDebitedCents(dispute) !== undefined) return undefined
  return `PayPal has ended the dispute ${dispute_id} in a way that is new here (${code}); what it took is a guess.`
}

/** Returns whether the outcome code is a known one. */
export function isKnownOutcome(code: string): boolean {
  return LOST.has(code) || WON.has(code) || code === PAID_BY_PAYPAL
}

/**
 * Returns disputes as money that moved, given the refunds of the same capture. Each refund settles
 * the earliest disputes first.
 */
export function toMovedDisputes(
  shares: readonly DisputeShare[],
  refunds: readonly MovedMoney[],
): MovedMoney[] {
  const left = new Map(
    refunds
      .filter(({ outcome }) => outcome === 'refunded')
      .map((refund) => [refund, refund.amountCents]),
  )
  return shares
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .map((share) => {
      const settledCents = settle(share, left)
      const { objectId, currency, createdAt, amountCents, outcome, heldCents } = share
      // The movement for winning a dispute brings back all of it.
      const returnedCents = outcome === 'won' ? 0 : amountCents - heldCents + settledCents
      return { objectId, currency, createdAt, amountCents, outcome, returnedCents }
    })
}

/** Subtracts from the refunds what settles the share, and returns the sum, cents. */
function settle(share: DisputeShare, left: Map<MovedMoney, number>): number {
  let settledCents = 0
  for (const [refund, cents] of left) {
    const dueCents = share.heldCents - settledCents
    if (!settles(refund, share, dueCents)) continue
    const taken = Math.min(cents, dueCents)
    left.set(refund, cents - taken)
    settledCents += taken
  }
  return settledCents
}

/**
 * Returns whether a refund settles a dispute. One after the dispute's end does so only if it is
 * exactly the amount that was still due: the dispute's own payout.
 */
function settles(
  { createdAt, amountCents }: MovedMoney,
  share: DisputeShare,
  dueCents: number,
): boolean {
  const { settledAt = Infinity } = share
  if (createdAt < share.createdAt) return false
  if (createdAt <= settledAt) return true
  return createdAt <= settledAt + PAYOUT_MS && amountCents === dueCents
}

/**
 * Returns how a dispute stands. An unknown outcome counts as lost if PayPal says what was debited
 * or refunded, otherwise as open.
 */
function findOutcome(dispute: Dispute): DisputeShare['outcome'] {
  const { status, dispute_outcome } = dispute
  if (status !== 'RESOLVED') return 'open'
  const code = dispute_outcome?.outcome_code ?? ''
  if (LOST.has(code)) return 'lost'
  if (WON.has(code)) return 'won'
  const debitedCents = findDebitedCents(dispute)
  if (code === PAID_BY_PAYPAL) return (debitedCents ?? 0) > 0 ? 'lost' : 'won'
  return debitedCents !== undefined || dispute_outcome?.amount_refunded ? 'lost' : 'open'
}

/** Returns what was debited to us; if unknown, what was refunded of the disputed amount. */
function findLostCents(dispute: Dispute): number {
  const { dispute_amount, dispute_outcome } = dispute
  const refunded = dispute_outcome?.amount_refunded
  const refundedCents = Math.min(refunded?.amountCents ?? Infinity, dispute_amount.amountCents)
  return findDebitedCents(dispute) ?? refundedCents
}

/**
 * Returns what a dispute has debited to the seller, without fees, since 'amount_refunded' is what
 * the payer got, whoever paid it. Returns undefined if its movements do not show who paid.
 */
function findDebitedCents({ money_movements, dispute_amount }: Dispute): number | undefined {
  const movements = (money_movements ?? []).filter(
    ({ reason, amount }) =>
      !(reason ?? '').endsWith('_FEE') && amount?.currency === dispute_amount.currency,
  )
  const debitOf = (party: string) =>
    sumDebits(movements.filter(({ affected_party }) => affected_party === party))
  const hasMovementOf = (party: string) =>
    movements.some(({ affected_party }) => affected_party === party)
  if (hasMovementOf('SELLER')) return Math.max(0, debitOf('SELLER'))
  if (!hasMovementOf('PAYMENT_PROCESSOR')) return undefined
  return Math.max(0, -debitOf('BUYER') - debitOf('PAYMENT_PROCESSOR'))
}

function sumDebits(movements: NonNullable<Dispute['money_movements']>): number {
  const signs: Record<string, number> = { DEBIT: 1, CREDIT: -1 }
  return movements.reduce(
    (sum, { type, amount }) => sum + (signs[type ?? ''] ?? 0) * (amount?.amountCents ?? 0),
    0,
  )
}

/** Returns the sum of the refunds from a dispute's opening to its end, its payout included. */
function sumSettling(dispute: Dispute, refunds: readonly MovedMoney[]): number {
  const end = dispute.update_time + PAYOUT_MS
  return refunds
    .filter(({ outcome }) => outcome === 'refunded')
    .filter(({ createdAt }) => createdAt >= dispute.create_time && createdAt <= end)
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
}

/**
 * Returns one transaction's part of cents that a dispute moves, and whether that part is certain.
 * If nothing else shows it, the transactions in order each give as much as was paid there.
 */
function findPart(
  { disputed_transactions: transactions }: Dispute,
  index: number,
  cents: number,
  refundedCents = 0,
): { cents: number; isKnown: boolean } {
  if (transactions.length === 1) return { cents, isKnown: true }
  const limits = transactions.map((one) => one.gross_amount?.amountCents ?? Infinity)
  const othersCents = limits.reduce((sum, limit, at) => (at === index ? sum : sum + limit), 0)
  const [minCents, maxCents] = [
    Math.max(0, cents - othersCents),
    Math.min(limits[index] ?? 0, cents),
  ]
  if (minCents >= maxCents) return { cents: maxCents, isKnown: true }
  if (refundedCents > 0 && refundedCents >= minCents && refundedCents <= maxCents) {
    return { cents: refundedCents, isKnown: true }
  }
  return { cents: allocate(cents, limits)[index] ?? 0, isKnown: false }
}

/** Distributes cents in order, to each no more than its limit. */
function allocate(cents: number, limits: readonly number[]): number[] {
  let left = cents
  return limits.map((limit) => {
    const share = Math.min(limit, left)
    left -= share
    return share
  })
}
