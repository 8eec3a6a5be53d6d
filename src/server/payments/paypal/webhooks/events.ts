import { readClaim } from '../../claims.ts'
import { readOrderClaim } from '../claims.ts'
import { eventHeadSchema, eventSchema, type EventResource } from '../api/schemas.ts'
import type { ObjectRef, PaymentPointer, ProviderEvent } from '../../provider.ts'
import { NO_FACTS } from '../../reading/event-facts.ts'

/** The types of events after which a payment or its money may have changed. */
export const PAYPAL_EVENTS = [
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'PAYMENT.REFUND.PENDING',
  'PAYMENT.REFUND.FAILED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
]

const FOLLOWED: ReadonlySet<string> = new Set(PAYPAL_EVENTS)

export function isFollowed(type: string): boolean {
  return FOLLOWED.has(type)
}

/**
 * Converts an event; one of a type that we do not follow names no payment. Throws if it does not
 * match PayPal's schema.
 */
export function readEvent(event: unknown, ownIds: ReadonlySet<string>): ProviderEvent {
  const { id, event_type: type } = eventHeadSchema.parse(event)
  if (!isFollowed(type)) return { id, type, ...NO_FACTS }
  const { resource } = eventSchema.parse(event)
  const claim = findClaim(type, resource, ownIds)
  // No declined attempt: PayPal reports a decline in the response to our own capture.
  const named = { ...NO_FACTS, ...toPointer(type, resource), object: findObject(type, resource) }
  return { id, type, ...named, claim }
}

/**
 * Returns the claim in an event's object. A refund may have the custom id of the software that made
 * it, and a dispute has none.
 */
function findClaim(
  type: string,
  resource: EventResource,
  ownIds: ReadonlySet<string>,
): ProviderEvent['claim'] {
  if (type.startsWith('CHECKOUT.ORDER.') && resource.purchase_units) {
    return readOrderClaim(resource, ownIds) ?? 'foreign'
  }
  const isCapture = type.startsWith('PAYMENT.CAPTURE.') && !isRefund(type)
  if (!isCapture || !resource.custom_id) return null
  return readClaim(resource.custom_id, ownIds) ?? 'foreign'
}

function findObject(type: string, { id, dispute_id }: EventResource): ObjectRef | null {
  if (type.startsWith('CUSTOMER.DISPUTE.')) {
    return dispute_id ? { part: 'disputes', id: dispute_id } : null
  }
  if (!isRefund(type) || !id) return null
  return { part: type === 'PAYMENT.CAPTURE.REVERSED' ? 'reversals' : 'refunds', id }
}

function toPointer(
  type: string,
  resource: EventResource,
): PaymentPointer & { otherCaptureIds: string[] } {
  const [captureId = null, ...otherCaptureIds] = findCaptureIds(type, resource)
  return { paymentRef: findOrderId(type, resource), captureId, otherCaptureIds }
}

function findOrderId(type: string, resource: EventResource): string | null {
  if (type.startsWith('CHECKOUT.ORDER.')) return resource.id ?? null
  return resource.supplementary_data?.related_ids?.order_id ?? resource.order_id ?? null
}

/**
 * Returns the captures of an event. A dispute may be over several, of which the first need not be
 * ours.
 */
function findCaptureIds(type: string, resource: EventResource): string[] {
  if (type.startsWith('CUSTOMER.DISPUTE.')) {
    const transactions = resource.disputed_transactions ?? []
    return transactions.flatMap(({ seller_transaction_id: id }) => id ?? [])
  }
  const id = isRefund(type) ? findCaptureOfRefund(resource) : findOwnId(type, resource)
  return id === null ? [] : [id]
}

function findOwnId(type: string, { id }: EventResource): string | null {
  return type.startsWith('PAYMENT.CAPTURE.') ? (id ?? null) : null
}

function isRefund(type: string): boolean {
  return (
    type === 'PAYMENT.CAPTURE.REFUNDED' ||
    type === 'PAYMENT.CAPTURE.REVERSED' ||
    type.startsWith('PAYMENT.REFUND.')
  )
}

/** Returns the id of a refund's capture, which a refund names only in a link. */
export function findCaptureOfRefund({ links }: Pick<EventResource, 'links'>): string | null {
  const capture = links?.find(({ rel }) => rel === 'up')?.href
  return capture?.match(/\/v2\/payments\/captures\/([\w-]+)$/)?.[1] ?? null
}
