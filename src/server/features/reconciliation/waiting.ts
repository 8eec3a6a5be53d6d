import { UNKNOWN_PAYMENT, type Checkouts, type CheckoutRow } from '../checkouts/checkouts.ts'
import type { Concerns } from '../concerns/concerns.ts'
import type { ProviderHealth, ProviderReport } from '../provider-health/provider-health.ts'
import type { Events, ParkedEvent } from './events.ts'
import { PAYMENTS_MISSING } from './loss-watch.ts'

export interface WaitingDeps {
  concerns: Pick<Concerns, 'sync' | 'find'>
  checkouts: Pick<Checkouts, 'findInReview'>
  inbox: Pick<Events, 'findParked'>
  health: Pick<ProviderHealth, 'reports'>
}

/**
 * Notes as concerns what waits for the host in the database, and what they are to see to at the
 * providers; ends those that are over. While one concern tells of all payments that are missing, their
 * events need none of their own.
 */
export async function noteWaiting(deps: WaitingDeps): Promise<void> {
  const { concerns, checkouts, inbox, health } = deps
  const reports = health.reports()
  await concerns.sync('permission_missing', reports.flatMap(toDenials))
  await concerns.sync('clock_offset', reports.flatMap(toOffset))
  await concerns.sync('payment_in_review', (await checkouts.findInReview()).map(toReview))
  const parked = await inbox.findParked()
  const isGathered = (await concerns.find(PAYMENTS_MISSING))?.endedAt === null
  const told = isGathered ? parked.filter(({ outcome }) => outcome !== UNKNOWN_PAYMENT) : parked
  await concerns.sync('event_parked', told.map(toParked))
}

function toDenials({ provider, concerns }: ProviderReport) {
  return concerns
    .filter(({ kind }) => kind === 'key_denied')
    .map(({ sentence }) => ({ subject: `${provider}: ${sentence}`, message: sentence, provider }))
}

function toOffset({ provider, clockOffsetMs, concerns }: ProviderReport) {
  return concerns
    .filter(({ kind }) => kind === 'clock_offset')
    .map(({ sentence }) => ({
      subject: provider,
      message: sentence,
      provider,
      details: { clockOffsetMs },
    }))
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
  const { id, provider, event_id: eventId, type, payment_ref: paymentRef, outcome } = event
  const { capture_id: captureId, declined_checkout_id: declinedId } = event
  const isUnreadable = paymentRef === null && captureId === null && declinedId === null
  const why = outcome ?? 'the reason is not known'
  const when = isUnreadable ? '' : ' after many tries'
  return {
    subject: `${provider}:${eventId}`,
    message: `An event (${type}) was put aside${when}: ${why}.`.replace(/\.\.$/, '.'),
    provider,
    details: { id, eventId, type, paymentRef, captureId, isUnreadable },
  }
}
