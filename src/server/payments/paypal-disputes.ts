import type { AppError } from '#contract/app-error.ts'
import { undecidedDispute } from './failures.ts'
import type { MovedMoney } from './movements.ts'
import type { Dispute } from './paypal-schemas.ts'

/*
 * The arithmetic of PayPal's disputes. A dispute holds its amount back from the day on which it is
 * opened, an inquiry too. Refunds that are made meanwhile come out of what is held, and the payout
 * of a lost dispute may be listed among the order's refunds: neither takes the same money twice.
 */

/** What one dispute holds, or has taken, of one capture's money. */
export interface DisputeShare extends Pick<MovedMoney, 'objectId' | 'currency' | 'createdAt'> {
  amountCents: number
  outcome: 'open' | 'won' | 'lost'
  /** What stays away: all of it while it is open, what the payer got once it is lost. */
  heldCents: number
  /** When it was settled, Unix ms; undefined while it is not. */
  settledAt: number | undefined
}

/** After which the payer has the money. */
const LOST = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])

/** After which the money is ours again, also where PayPal itself paid the payer. */
const WON = new Set([
  'RESOLVED_SELLER_FAVOUR',
  'RESOLVED_WITH_PAYOUT',
  'CANCELED_BY_BUYER',
  'DENIED',
  'NONE',
])

/** The time within which a dispute's own payout is listed after the dispute was settled. */
const PAYOUT_MS = 60 * 60 * 1000

/**
 * Returns what a dispute has to do with one of its captures; undefined where it is over others.
 * A dispute over several captures takes from each what was paid there, up to the disputed amount.
 */
export function toShare(dispute: Dispute, captureId: string): DisputeShare | undefined {
  const { disputed_transactions: transactions, dispute_amount } = dispute
  const index = transactions.findIndex((one) => one.seller_transaction_id === captureId)
  if (index < 0) return undefined
  const limits = transactions.map((one) => one.gross_amount?.amountCents ?? Infinity)
  const [amounts, lost] = [dispute_amount.amountCents, findLostCents(dispute)].map((cents) =>
    allocate(cents, transactions.length === 1 ? [Infinity] : limits),
  )
  const amountCents = amounts?.[index] ?? 0
  const outcome = findOutcome(dispute)
  return {
    objectId: transactions.length === 1 ? dispute.dispute_id : nameShare(dispute, captureId),
    currency: dispute_amount.currency,
    createdAt: dispute.create_time,
    amountCents,
    outcome,
    heldCents: { open: amountCents, won: 0, lost: lost?.[index] ?? 0 }[outcome],
    settledAt: outcome === 'open' ? undefined : dispute.update_time || undefined,
  }
}

const SHARE = '/'

/** The ledger has one row for each object and kind, so each capture's share is an object of its own. */
function nameShare({ dispute_id }: Dispute, captureId: string): string {
  return `${dispute_id}${SHARE}${captureId}`
}

/** Returns PayPal's id of the dispute that an object of ours is of. */
export function toDisputeId(objectId: string): string {
  return objectId.split(SHARE)[0] ?? objectId
}

/** Returns why nobody can say whose the money is; undefined where PayPal says it, or is yet to. */
export function findUndecided(dispute: Dispute): AppError | undefined {
  const { dispute_id, status, dispute_outcome } = dispute
  const isDecided = typeof dispute_outcome?.outcome_code === 'string'
  return status === 'RESOLVED' && !isDecided ? undecidedDispute('PayPal', dispute_id) : undefined
}

/**
 * Returns disputes as money that moved, next to the refunds of the same capture. Each refund settles
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
      // What a won dispute gives back is told by its end.
      const returnedCents = outcome === 'won' ? 0 : amountCents - heldCents + settledCents
      return { objectId, currency, createdAt, amountCents, outcome, returnedCents }
    })
}

/** Takes from the refunds what settles the share, and returns how much that is. */
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

/** What is refunded after the end is the dispute's own payout only if it is all that was due then. */
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

/** An outcome that we do not know leaves the money away, unless PayPal says that none went back. */
function findOutcome({ status, dispute_outcome }: Dispute): DisputeShare['outcome'] {
  if (status !== 'RESOLVED') return 'open'
  const code = dispute_outcome?.outcome_code ?? ''
  if (LOST.has(code)) return 'lost'
  if (WON.has(code)) return 'won'
  return dispute_outcome?.amount_refunded ? 'lost' : 'open'
}

/** All that was disputed, unless PayPal says that less went back. */
function findLostCents({ dispute_amount, dispute_outcome }: Dispute): number {
  const refunded = dispute_outcome?.amount_refunded
  return Math.min(refunded?.amountCents ?? Infinity, dispute_amount.amountCents)
}

/** Gives out cents in order, to each no more than its limit. */
function allocate(cents: number, limits: readonly number[]): number[] {
  let left = cents
  return limits.map((limit) => {
    const share = Math.min(limit, left)
    left -= share
    return share
  })
}
