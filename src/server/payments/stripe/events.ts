import type { DeclinedAttempt, ObjectRef, PaymentPointer, ProviderEvent } from '../provider.ts'
import { NO_FACTS } from '../reading/event-facts.ts'
import { readMetadata } from './claims.ts'
import { eventHeadSchema, eventSchema, type EventSubject } from './schemas.ts'

/**
 * The types of events after which a payment or its money may have changed; Stripe's list accepts up
 * to 20 types at once.
 */
export const STRIPE_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'payment_intent.payment_failed',
]

/**
 * Converts an event; one of a type that we do not follow names no payment. Throws if it does not
 * match Stripe's schema.
 */
export function readEvent(
  event: unknown,
  ownIds: ReadonlySet<string>,
): { event: ProviderEvent; livemode: boolean } {
  const head = eventHeadSchema.parse(event)
  const { id, type, livemode, created } = head
  if (!STRIPE_EVENTS.includes(type)) return { event: { id, type, ...NO_FACTS }, livemode }
  const subject = eventSchema.parse(event).data.object
  const claim = findClaim(subject, ownIds)
  const declined = findDecline(subject, claim, created * 1000)
  const named = { ...NO_FACTS, ...toPointer(subject), object: findObject(subject) }
  return { event: { id, type, ...named, declined, claim }, livemode }
}

/** Returns the decline of a payment intent's event; its other events are not followed. */
function findDecline(
  subject: EventSubject,
  claim: ProviderEvent['claim'],
  at: number,
): DeclinedAttempt | null {
  if (subject.object !== 'payment_intent' || claim === null || claim === 'foreign') return null
  return { checkoutId: claim.checkoutId, at }
}

/**
 * Returns the claim in an event's object. Refunds and disputes have their own metadata, whoever
 * owns the payment.
 */
function findClaim(subject: EventSubject, ownIds: ReadonlySet<string>): ProviderEvent['claim'] {
  if (!('metadata' in subject) || subject.metadata === undefined) return null
  const hasNoMark = subject.object === 'charge' && subject.metadata?.['checkout_id'] === undefined
  // A charge has a copy of its payment intent's metadata, which others may overwrite.
  return hasNoMark ? null : (readMetadata(subject.metadata, ownIds) ?? 'foreign')
}

function findObject(subject: EventSubject): ObjectRef | null {
  if (subject.object === 'refund') return { part: 'refunds', id: subject.id }
  return subject.object === 'dispute' ? { part: 'disputes', id: subject.id } : null
}

/**
 * Returns the payment of an event. Only a session's own events name it. Refunds and disputes name
 * the charge, by which the ledger knows the payment.
 */
function toPointer(subject: EventSubject): PaymentPointer {
  switch (subject.object) {
    case 'checkout.session':
      return { paymentRef: subject.id, captureId: null }
    case 'charge':
      return { paymentRef: null, captureId: subject.id }
    case 'refund':
    case 'dispute':
      return { paymentRef: null, captureId: subject.charge }
    // A payment intent does not name its session, which a decline leaves unchanged.
    case 'payment_intent':
      return { paymentRef: null, captureId: null }
  }
}
