import type { Hint, ProviderEvent } from './provider.ts'
import {
  eventHeadSchema,
  eventSchema,
  type EventHead,
  type EventSubject,
} from './stripe-schemas.ts'

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
]

/**
 * An event in the port's words; one that we do not follow names nothing. Throws where it is not
 * what we know of Stripe's events.
 */
export function readEvent(event: unknown): { event: ProviderEvent; livemode: boolean } {
  const head = eventHeadSchema.parse(event)
  const { id, type, livemode } = head
  return { event: { id, type, ...toHint(head, event) }, livemode }
}

function toHint({ type }: EventHead, event: unknown): Hint {
  const isFollowed = STRIPE_EVENTS.includes(type)
  return isFollowed
    ? nameSubject(eventSchema.parse(event).data.object)
    : { paymentRef: null, captureId: null }
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
  }
}
