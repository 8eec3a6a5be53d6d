import type { DeclinedAttempt, Hint, ObjectRef, ProviderEvent } from '../provider.ts'
import { readMetadata } from './claims.ts'
import { eventHeadSchema, eventSchema, type EventSubject } from './schemas.ts'

/** What a payment or its money can change with; Stripe's list takes up to 20 types at once. */
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
 * An event in the port's words; one that we do not follow names nothing. Throws where it is not
 * what we know of Stripe's events.
 */
export function readEvent(
  event: unknown,
  ownIds: ReadonlySet<string>,
): { event: ProviderEvent; livemode: boolean } {
  const head = eventHeadSchema.parse(event)
  const { id, type, livemode, created } = head
  if (!STRIPE_EVENTS.includes(type)) return { event: { id, type, ...NOTHING }, livemode }
  const subject = eventSchema.parse(event).data.object
  const claim = findClaim(subject, ownIds)
  const declined = findDecline(subject, claim, created * 1000)
  const named = { ...NOTHING, ...nameSubject(subject), object: findObject(subject) }
  return { event: { id, type, ...named, declined, claim }, livemode }
}

const NOTHING = {
  paymentRef: null,
  captureId: null,
  otherCaptureIds: [],
  object: null,
  declined: null,
  claim: null,
}

/** Finds a payment intent's decline; its other events are not followed. */
function findDecline(
  subject: EventSubject,
  claim: ProviderEvent['claim'],
  at: number,
): DeclinedAttempt | null {
  if (subject.object !== 'payment_intent' || claim === null || claim === 'foreign') return null
  return { checkoutId: claim.checkoutId, at }
}

/** Refunds and disputes have metadata of their own, whoever's the payment is. */
function findClaim(subject: EventSubject, ownIds: ReadonlySet<string>): ProviderEvent['claim'] {
  if (!('metadata' in subject) || subject.metadata === undefined) return null
  const isSilent = subject.object === 'charge' && subject.metadata?.['checkout_id'] === undefined
  // A charge has a copy of what its payment was created with, which others may overwrite.
  return isSilent ? null : (readMetadata(subject.metadata, ownIds) ?? 'foreign')
}

function findObject(subject: EventSubject): ObjectRef | null {
  if (subject.object === 'refund') return { part: 'refunds', id: subject.id }
  return subject.object === 'dispute' ? { part: 'disputes', id: subject.id } : null
}

/**
 * A session is named only by its own events. What follows a payment (refunds, disputes) names the
 * charge, by which the ledger knows it.
 */
function nameSubject(subject: EventSubject): Hint {
  switch (subject.object) {
    case 'checkout.session':
      return { paymentRef: subject.id, captureId: null }
    case 'charge':
      return { paymentRef: null, captureId: subject.id }
    case 'refund':
    case 'dispute':
      return { paymentRef: null, captureId: subject.charge }
    // It does not name its session, which a decline leaves as it is.
    case 'payment_intent':
      return { paymentRef: null, captureId: null }
  }
}
