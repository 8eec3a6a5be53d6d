import { formatAmount } from '#contract/money.ts'
import { concernId, type Concerns } from '#server/features/concerns/concerns.ts'
import type { DisputeState } from '#server/payments/provider.ts'
import { labelOf } from '#server/payments/registry.ts'
import type { CheckoutRow } from '../store.ts'

/** Opens a concern for each dispute of a payment that is not decided, and ends those that are over. */
export async function reportDisputes(
  concerns: Pick<Concerns, 'raise' | 'end'>,
  checkout: CheckoutRow,
  { disputes }: { disputes: readonly DisputeState[] },
): Promise<void> {
  for (const dispute of disputes) {
    if (dispute.isOpen)
      await concerns.raise({ kind: 'dispute_open', ...describe(checkout, dispute) })
    else await concerns.end(concernId('dispute_open', dispute.id))
  }
}

function describe(
  { id, donation_id, provider, provider_ref: paymentRef }: CheckoutRow,
  dispute: DisputeState,
) {
  const { amountCents, respondBy } = dispute
  const respondByIso = respondBy === null ? null : new Date(respondBy).toISOString()
  return {
    subject: dispute.id,
    message: writeMessage(labelOf(provider), dispute),
    provider,
    details: {
      checkoutId: id,
      donationId: donation_id,
      paymentRef,
      disputeId: dispute.id,
      amountCents,
      respondBy: respondByIso,
    },
  }
}

function writeMessage(
  label: string,
  { id, amountCents, currency, respondBy }: DisputeState,
): string {
  const amount = currency === 'USD' ? formatAmount(amountCents) : `${amountCents} (${currency})`
  const disputed = `A payer disputes ${amount} at ${label} (${id}).`
  if (respondBy === null) return `${disputed} ${label} waits for no response of yours now.`
  return `${disputed} Respond in ${label}'s dashboard by ${writeDate(respondBy)}, or the money is lost.`
}

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

function writeDate(time: number): string {
  return `${DATE.format(time)} (UTC)`
}
