import type { MovedMoney } from './movements.ts'
import type { Dispute } from './stripe-schemas.ts'
import type { NoteUnknown } from './unknown-values.ts'

/**
 * What each status means for the money. An inquiry (`warning_…`) and a prevented dispute hold none.
 * An appeal is made of a dispute that was lost: until it is won the money stays away. See
 * https://docs.stripe.com/api/disputes/object#dispute_object-status.
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

/** Returns a dispute as money that moved. A status that we do not know is told by the account's own entries. */
export function toMovedDispute(dispute: Dispute, note: NoteUnknown): MovedMoney {
  const { id: objectId, amount: amountCents, currency, created: createdAt, status } = dispute
  const outcome = OUTCOMES[status] ?? toUnknownOutcome(dispute, note)
  return { objectId, amountCents, currency, createdAt, outcome }
}

function toUnknownOutcome(
  { status, balance_transactions }: Dispute,
  note: NoteUnknown,
): MovedMoney['outcome'] {
  note('dispute status', status)
  const cents = (balance_transactions ?? []).reduce((sum, { amount }) => sum + amount, 0)
  return cents < 0 ? 'open' : 'harmless'
}
