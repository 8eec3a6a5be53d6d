import type { Checkouts, CheckoutRow } from '../checkouts/checkouts.ts'
import type { Concerns } from '../concerns/concerns.ts'
import type { Events, ParkedEvent } from './events.ts'

export interface WaitingDeps {
  concerns: Pick<Concerns, 'sync'>
  checkouts: Pick<Checkouts, 'findInReview'>
  inbox: Pick<Events, 'findParked'>
}

/** Notes as concerns what waits for the host in the database, and ends those that wait no more. */
export async function noteWaiting({ concerns, checkouts, inbox }: WaitingDeps): Promise<void> {
  await concerns.sync('payment_in_review', (await checkouts.findInReview()).map(toReview))
  await concerns.sync('event_parked', (await inbox.findParked()).map(toParked))
}

function toReview(checkout: CheckoutRow) {
  const { id, provider, provider_ref: paymentRef, amount_cents: agreedCents, reason } = checkout
  return {
    subject: id,
    message: reason ?? 'The payment is not what was agreed.',
    provider,
    details: { checkoutId: id, paymentRef, agreedCents },
  }
}

function toParked(event: ParkedEvent) {
  const { id, provider, event_id: eventId, type, outcome } = event
  const why = outcome ?? 'the reason is not known'
  return {
    subject: `${provider}:${eventId}`,
    message: `An event (${type}) was put aside after many tries: ${why}.`.replace(/\.\.$/, '.'),
    provider,
    details: { id, eventId, type, paymentRef: event.payment_ref, captureId: event.capture_id },
  }
}
