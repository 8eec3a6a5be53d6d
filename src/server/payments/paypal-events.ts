import { eventHeadSchema, eventSchema, type EventResource } from './paypal-schemas.ts'
import type { Hint, ProviderEvent } from './provider.ts'

/** What a payment or its money can change with. */
const PAYPAL_EVENTS = new Set([
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
])

export function isFollowed(type: string): boolean {
  return PAYPAL_EVENTS.has(type)
}

/**
 * An event in the port's words; one that we do not follow names nothing. Throws where it is not
 * what we know of PayPal's events.
 */
export function readEvent(event: unknown): ProviderEvent {
  const { id, event_type: type } = eventHeadSchema.parse(event)
  if (!isFollowed(type)) return { id, type, paymentRef: null, captureId: null, declined: null }
  // A decline is PayPal's answer to our own capture.
  return { id, type, ...toHint(type, eventSchema.parse(event).resource), declined: null }
}

function toHint(type: string, resource: EventResource): Hint {
  return { paymentRef: findOrderId(type, resource), captureId: findCaptureId(type, resource) }
}

function findOrderId(type: string, resource: EventResource): string | null {
  if (type.startsWith('CHECKOUT.ORDER.')) return resource.id ?? null
  return resource.supplementary_data?.related_ids?.order_id ?? resource.order_id ?? null
}

function findCaptureId(type: string, resource: EventResource): string | null {
  if (type.startsWith('CUSTOMER.DISPUTE.')) {
    return resource.disputed_transactions?.[0]?.seller_transaction_id ?? null
  }
  if (!type.startsWith('PAYMENT.CAPTURE.')) return null
  return isRefund(type) ? findCaptureOfRefund(resource) : (resource.id ?? null)
}

function isRefund(type: string): boolean {
  return type === 'PAYMENT.CAPTURE.REFUNDED' || type === 'PAYMENT.CAPTURE.REVERSED'
}

/** A refund names its capture only by a link to it. */
export function findCaptureOfRefund({ links }: Pick<EventResource, 'links'>): string | null {
  const capture = links?.find(({ rel }) => rel === 'up')?.href
  return capture?.match(/\/v2\/payments\/captures\/([\w-]+)$/)?.[1] ?? null
}
