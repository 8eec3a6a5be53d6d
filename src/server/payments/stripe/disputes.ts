import { CURRENCY } from '#contract/money.ts'
import type { DisputeState } from '../reading/money-history.ts'
import type { MovedMoney } from '../reading/movements.ts'
import type { Dispute } from './schemas.ts'
import type { NoteUnknown } from '../failures/unknown-values.ts'

/**
 * The outcome of each status, for a dispute without balance transactions. An inquiry (`warning_…`)
 * and a prevented dispute hold no money. An appeal is made of a dispute that was lost: until it is
 * won the money stays away. See https://docs.stripe.com/api/disputes/object#dispute_object-status.
 */
const OUTCOMES: Record<string, MovedMoney['outcome']> = {
  warning_needs_response: 'harmless',
  warning_under_review: 'harmless',
  warning_closed: 'harmless',
  prevented: 'harmless',
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  won: 'won',
  lost: 'lost',
}

/**
 * Returns a dispute as money that moved: by its balance transactions, which may be over another
 * amount than the dispute, or come back in part though it is lost; without any, by its status.
 * Balance transactions in another currency, of an account that settles in one, are ignored.
 */
export function toMovedDispute(dispute: Dispute, note: NoteUnknown): MovedMoney {
  const { id: objectId, amount: amountCents, currency, created: createdAt, status } = dispute
  const known = OUTCOMES[status]
  if (known === undefined) note('dispute status', status)
  const funds = sumFunds(dispute)
  if (funds === undefined) {
    return { objectId, amountCents, currency, createdAt, outcome: known ?? 'harmless' }
  }
  const { takenCents, returnedCents } = funds
  const moved = { objectId, amountCents: takenCents, currency: CURRENCY, createdAt }
  if (returnedCents === takenCents) return { ...moved, outcome: 'won' }
  return { ...moved, outcome: known === 'lost' ? 'lost' : 'open', returnedCents }
}

/** Statuses in which a dispute or an inquiry is not decided. */
const UNDECIDED = new Set([
  'warning_needs_response',
  'warning_under_review',
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
])

/** Returns what the host must know of a dispute; a response is due only while Stripe waits for it. */
export function toDisputeState(dispute: Dispute): DisputeState {
  const { id, status, amount: amountCents, currency, evidence_details: evidence } = dispute
  const dueBy = status.endsWith('needs_response') ? (evidence?.due_by ?? 0) : 0
  return {
    id,
    isOpen: UNDECIDED.has(status),
    amountCents,
    currency: currency.toUpperCase(),
    respondBy: dueBy === 0 ? null : dueBy * 1000,
  }
}

/**
 * Returns the sums of a dispute's balance transactions, or undefined if it has none, or one in
 * another currency than ours.
 */
function sumFunds({ currency, balance_transactions }: Dispute) {
  const entries = balance_transactions ?? []
  if (entries.length === 0) return undefined
  const isInOtherCurrency = entries.some(
    (entry) => (entry.currency ?? currency).toUpperCase() !== CURRENCY,
  )
  if (isInOtherCurrency) return undefined
  const amounts = entries.map(({ amount }) => amount)
  return {
    takenCents: sumAbove(amounts.map((amount) => -amount)),
    returnedCents: sumAbove(amounts),
  }
}

function sumAbove(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.max(0, amount), 0)
}
