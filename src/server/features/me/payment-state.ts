import type { OwnPaymentState } from '#contract/me.ts'
import type { CheckoutRow } from '#server/features/checkouts/checkouts.ts'
import type { Donation, PaymentEntry } from '#server/features/ledger/ledger.ts'

type Entry = Pick<PaymentEntry, 'kind' | 'amountCents'>

/** Returns the part of a payment that was refunded, in cents. */
export function sumRefunds(entries: readonly Entry[]): number {
  return sumOf(entries, 'refund') - sumOf(entries, 'refund_reversal')
}

/** Returns the state of a payment, from what its provider has reported until now. */
export function toPaymentState(
  checkout: Pick<CheckoutRow, 'state'>,
  donation: Pick<Donation, 'removed_at'> | undefined,
  entries: readonly Entry[],
): OwnPaymentState {
  if (donation === undefined) return checkout.state === 'review' ? 'in_review' : 'on_its_way'
  if (donation.removed_at !== null) return 'deleted'
  const lostCents = sumOf(entries, 'dispute_lost')
  const heldCents = sumOf(entries, 'dispute_open') - sumOf(entries, 'dispute_won') - lostCents
  if (heldCents > 0) return 'disputed'
  if (lostCents > 0) return 'charged_back'
  const refundedCents = sumRefunds(entries)
  if (refundedCents <= 0) return 'counted'
  return refundedCents < sumOf(entries, 'capture') ? 'part_refunded' : 'refunded'
}

function sumOf(entries: readonly Entry[], wanted: Entry['kind']): number {
  return entries.reduce(
    (sum, { kind, amountCents }) => (kind === wanted ? sum + amountCents : sum),
    0,
  )
}
